"""Spans, refusals, suggestions and completion; no text breaks it, and a negation is never turned round."""

from __future__ import annotations

import random

import pytest
from catchlight.language.intents import LONGEST, Amount, Domain, Intent, NotUnderstood, Region, Span
from catchlight.operations.registry import OPERATIONS

from tests.language.sentences import DOMAINS, bank_rows, interpreter, understood


def spans(domain: Domain, sentence: str) -> tuple[Span, ...]:
    try:
        return interpreter(domain).understand(sentence).spans
    except NotUnderstood as refusal:
        return refusal.spans


def meanings(domain: Domain, sentence: str) -> dict[str, str]:
    return {f"{span.kind} {span.text}": span.meaning for span in spans(domain, sentence) if span.kind != "ignored"}


def refused(domain: Domain, sentence: str) -> NotUnderstood:
    with pytest.raises(NotUnderstood) as refusal:
        interpreter(domain).understand(sentence)
    return refusal.value


def test_spans_say_what_each_word_was_taken_for() -> None:
    assert meanings("edit", "Make the jaket light navy, a lot") == {
        "region jaket": "jacket", "colour light": "light", "colour navy": "navy", "joint ,": "stop", "amount a lot": "strong",
    }  # fmt: skip
    assert meanings("adjust", "把曝光降低0.5档") == {
        "verb 曝光": "exposure",
        "direction 降低": "less",
        "amount 0.5档": "0.5 stops",
    }


def test_a_forgiven_slip_is_told() -> None:
    (span,) = [span for span in spans("edit", "make the jaket navy") if span.text == "jaket"]
    assert span.corrected == "jacket"


def test_politeness_is_told_as_ignored() -> None:
    ignored = {span.text for span in spans("adjust", "please, warmer for me") if span.kind == "ignored"}
    assert ignored == {"please", "for me"}


def test_what_was_not_understood_is_marked() -> None:
    unknown = [span.text for span in spans("edit", "make the jacket navy and add a dragon") if span.kind == "unknown"]
    assert unknown == ["dragon"]


@pytest.mark.parametrize("domain", DOMAINS)
def test_spans_lie_in_the_sentence_in_order(domain: Domain) -> None:
    for row in bank_rows(domain)[::150]:
        place = 0
        for span in spans(domain, row.sentence):
            assert place <= span.start < span.end <= len(row.sentence)
            assert span.text == row.sentence[span.start : span.end]
            place = span.end


def test_intents_are_complete_values() -> None:
    (intent,) = interpreter("edit").understand("brighten the left eye by half a stop, don't touch the skin").intents
    assert intent == Intent(
        "brighten_eyes", (Region("eye", "left"),), amount=Amount(0.25, 0.5, "stops"), protected=(Region("skin"),)
    )
    (intent,) = interpreter("adjust").understand("500 K cooler").intents
    assert intent.amount.value == -500
    assert not intent.amount.absolute


def test_what_lies_under_the_hotspot_helps() -> None:
    assert understood("edit", "so dull", "eye") == "brighten_eyes eye"
    assert understood("edit", "tired", "background") is None


def test_the_hotspot_alone_makes_no_wish_of_nonsense() -> None:
    for place in ("teeth", "lips", "hair", "background"):
        assert understood("edit", "frobnicate it", place) is None


def test_shades_are_computed_from_the_colour() -> None:
    (pale,) = interpreter("edit").understand("make the shirt pale navy").intents
    (dark,) = interpreter("edit").understand("make the shirt dark teal").intents
    assert pale.colour
    assert dark.colour
    assert int(str(pale.colour.hex)[1:3], 16) > 100
    assert int(str(dark.colour.hex)[3:5], 16) < 0x80


@pytest.mark.parametrize(
    ("domain", "sentence", "near"),
    [("edit", "make the jacket velvet", "make the jacket navy"), ("edit", "把外套换成花的", "把外套换成藏青色"),
     ("adjust", "recolour the highlights", "recover the highlights")],
)  # fmt: skip
def test_a_refusal_names_the_three_nearest(domain: Domain, sentence: str, near: str) -> None:
    refusal = refused(domain, sentence)
    assert near in refusal.suggestions
    assert len(refusal.suggestions) == len(set(refusal.suggestions)) == 3
    assert refusal.reason


@pytest.mark.parametrize("domain", DOMAINS)
def test_what_another_operation_does_is_refused_with_its_name(domain: Domain) -> None:
    """Of phrases that the bank gives to another operation at least nine of ten name it, and none is done."""
    rows = [row for row in bank_rows(domain) if row.wanted[0].startswith("elsewhere:") and ";" not in row.wanted[0]]
    assert len(rows) >= 200
    named = []
    for row in rows[::12]:
        name = row.wanted[0].partition(":")[2]
        name = {"expression": "face_expression", "print": "print_sheet"}.get(name, name)
        assert name in {*OPERATIONS, "print_sheet"}
        try:
            interpreter(domain).understand(row.sentence)
        except NotUnderstood as refusal:
            named.append(refusal.elsewhere == name)
        else:
            named.append(False)
    assert sum(named) / len(named) >= 0.9


def test_what_is_done_nowhere_names_no_operation() -> None:
    assert refused("edit", "asdf qwer zxcv").elsewhere is None
    assert refused("edit", "iron his shirt, it is full of creases").elsewhere is None


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("tail", [" and add a dragon", ", then put a crown on his head"])
def test_a_half_understood_sentence_is_refused_whole(domain: Domain, tail: str) -> None:
    done = [s for s in SHORT[domain] if understood(domain, s) is not None and understood(domain, s + tail) is not None]
    assert done == []


SHORT = {
    "edit": ("whiten the teeth", "make the jacket navy", "blur the background", "smooth the skin"),
    "adjust": ("warmer", "more contrast", "lift the shadows", "film look"),
}

IMPERATIVES = (
    "add ", "blur ", "boost ", "brighten ", "change ", "cool ", "darken ", "desaturate ", "dye ", "erase ", "fix ",
    "get rid ", "give ", "increase ", "lift ", "lighten ", "lower ", "make ", "paint ", "reduce ", "remove ", "sharpen ",
    "smooth ", "soften ", "tint ", "turn ", "warm ", "whiten ",
)  # fmt: skip


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("forbidding", ["don't {}", "please never {}", "please do not {}, thanks"])
def test_a_forbidden_wish_is_never_granted(domain: Domain, forbidding: str) -> None:
    """Sentences of one wish, forbidden: nothing is left to do."""
    some = [
        row.sentence
        for row in bank_rows(domain)
        if row.sentence.lower().startswith(IMPERATIVES)
        and not row.refused
        and not any(mark in row.wanted[0] for mark in ";!~")
        and not any(mark in f"{row.sentence} " for mark in (*",.;:?!", " but ", " and "))
    ]
    assert len(some) >= 200
    for sentence in some[:: len(some) // 18]:
        assert understood(domain, forbidding.format(sentence)) is None, sentence


@pytest.mark.parametrize("region", ["skin", "hair", "lips", "jacket", "glasses"])
def test_a_protected_region_is_never_a_target(region: str) -> None:
    forms = (
        "don't touch the {}",
        "leave the {} alone",
        "but not the {}",
        "without changing the {}",
        "except the {}",
        "keep the {}",
    )
    for form in forms:
        intents = interpreter("edit").understand(f"brighten the face, {form.format(region)}").intents
        assert [intent.regions for intent in intents] == [(Region("face"),)], form
        assert intents[0].protected == (Region(region),), form


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_text_breaks_it(domain: Domain) -> None:
    chance = random.Random(7)
    words = [word for row in bank_rows(domain)[::10] for word in row.sentence.split()]
    alphabets = ["abcde fghi", "不要把亮红一点背景，", " +-%#0123456789./k", "\u200b\ufeff\U0001f600é\x00\n\tß"]
    for _ in range(60):
        if chance.random() < 0.4:
            text = " ".join(chance.choices(words, k=chance.randint(1, 12)))
        else:
            text = "".join(
                chance.choice(chance.choice(alphabets)) if chance.random() < 0.8 else chr(chance.randrange(0xD800))
                for _ in range(chance.randint(0, 40))
            )
        for span in spans(domain, text):
            assert text[span.start : span.end] == span.text


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("text", ["", "  ", ",", "please, thanks", "\u200b"])
def test_what_asks_for_nothing_is_refused(domain: Domain, text: str) -> None:
    assert understood(domain, text) is None


@pytest.mark.parametrize("domain", DOMAINS)
def test_very_long_text_is_refused_at_once(domain: Domain) -> None:
    assert f"{LONGEST} characters" in str(refused(domain, "brighter " * 1000).reason)
    assert understood(domain, "9" * (LONGEST - 1)) is None


@pytest.mark.parametrize(
    ("domain", "begun", "whole"),
    [("edit", "make the ja", "make the jacket navy"),
     ("edit", "whiten the teeth and blur", "whiten the teeth and blur the background"),
     ("adjust", "warm", "warmer"), ("adjust", "brighter, lift the sh", "brighter, lift the shadows"),
     ("edit", "把外", "把外套换成藏青色")],
)  # fmt: skip
def test_a_beginning_is_completed(domain: Domain, begun: str, whole: str) -> None:
    assert whole in interpreter(domain).complete(begun)


def test_nothing_is_completed_where_nothing_fits() -> None:
    assert interpreter("edit").complete("") == ()
    assert interpreter("edit").complete("qqq") == ()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_examples_are_those_that_work_at_a_place(language: str) -> None:
    examples = interpreter("edit").examples(language, "teeth", most=4)
    assert len(examples) == 4
    (first,) = interpreter("edit").understand(examples[0], "teeth").intents
    assert first.verb == "whiten"
    assert interpreter("adjust").examples(language, most=3) == interpreter("adjust").vocabulary.templates[language][:3]


def test_the_skin_and_a_place_are_two() -> None:
    assert understood("edit", "smooth the skin and the neck") == "smooth_skin skin,neck"


def test_minus_is_a_sign() -> None:
    assert understood("adjust", "exposure minus one and a half") == "exposure -1.5stops"
    assert understood("adjust", "contrast -10") == "contrast -10percent"


@pytest.mark.parametrize("sentence", ["make her dress transparent", "make the hair transparent", "衣服变透明"])
def test_only_a_background_becomes_transparent(sentence: str) -> None:
    assert understood("edit", sentence) is None
    assert understood("edit", "make the background transparent") == "replace_background background =transparent"


@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        ("make the jacket navy and whi", ("make the jacket navy and whiten the teeth",)),
        ("blur the background, whiten", ("blur the background, whiten the teeth",)),
        ("black and whi", ()),
        ("qwxyz and whi", ()),
        ("whi", ()),
        ("make the jacket navy and ", ()),
    ],
)
def test_a_sentence_goes_on_only_behind_clauses_that_say_something(typed: str, whole: tuple[str, ...]) -> None:
    assert interpreter("edit").continue_sentence(typed) == whole
