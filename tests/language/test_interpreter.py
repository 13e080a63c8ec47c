"""Spans, refusals, suggestions and completion; no text breaks it, and a negation is never turned round."""

from __future__ import annotations

import random

import pytest
from catchlight.language.intents import Amount, Domain, Intent, NotUnderstood, Region, Span
from catchlight.language.parse.lexing import lexemes
from catchlight.language.parse.narrative import tells

from tests.language.sentences import DOMAINS, interpreter, rows, understood


def spans(domain: Domain, sentence: str) -> tuple[Span, ...]:
    try:
        return interpreter(domain).understand(sentence).spans
    except NotUnderstood as refusal:
        return refusal.spans


def meanings(domain: Domain, sentence: str) -> dict[str, str]:
    return {f"{span.kind} {span.text}": span.meaning for span in spans(domain, sentence) if span.kind != "ignored"}


def test_spans_say_what_each_word_was_taken_for() -> None:
    assert meanings("edit", "Please make the jaket light navy, a lot") == {
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


@pytest.mark.parametrize("domain", DOMAINS)
def test_spans_lie_in_the_sentence_in_order(domain: Domain) -> None:
    for sentence, _ in rows(domain):
        place = 0
        for span in spans(domain, sentence):
            assert place <= span.start < span.end <= len(sentence)
            assert span.text == sentence[span.start : span.end]
            place = span.end


def test_intents_are_complete_values() -> None:
    (intent,) = interpreter("edit").understand("brighten the left eye by half a stop, don't touch the skin").intents
    assert intent == Intent(
        "brighten_eyes", (Region("eye", "left"),), amount=Amount(0.25, 0.5, "stops"), protected=(Region("skin"),)
    )
    (intent,) = interpreter("adjust").understand("500 K cooler").intents
    assert intent.amount.value == -500
    assert not intent.amount.absolute


def test_shades_are_computed_from_the_colour() -> None:
    (pale,) = interpreter("edit").understand("make the shirt pale navy").intents
    (dark,) = interpreter("edit").understand("make the shirt dark teal").intents
    assert pale.colour
    assert dark.colour
    assert int(str(pale.colour.hex)[1:3], 16) > 100
    assert int(str(dark.colour.hex)[3:5], 16) < 0x80


@pytest.mark.parametrize(
    ("domain", "sentence", "near"),
    [("edit", "make the jacket velvet", "make the jacket navy"),
     ("adjust", "warmer, lift the fog bank", "warmer, lift the shadows"),
     ("edit", "把外套换成花的", "把外套换成藏青色")],
)  # fmt: skip
def test_a_refusal_names_the_three_nearest(domain: Domain, sentence: str, near: str) -> None:
    with pytest.raises(NotUnderstood) as refusal:
        interpreter(domain).understand(sentence)
    assert near in refusal.value.suggestions
    assert len(refusal.value.suggestions) == 3
    assert refusal.value.reason


def test_what_was_not_understood_is_marked() -> None:
    unknown = [span.text for span in spans("edit", "make the jacket navy and add a dragon") if span.kind == "unknown"]
    assert unknown == ["dragon"]


TAILS = (" and add a dog", ", then make me look like Brad Pitt", "，再加一只狗", " qwxzv")


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("tail", TAILS)
def test_a_half_understood_sentence_is_refused_whole(domain: Domain, tail: str) -> None:
    """An aside may go on with anything ("for my passport renewal"), but "and add a dog" is never part of it.

    Every sentence gets one of the tails, in turn: how one is refused hangs on the tail far less than on the sentence.
    """
    for sentence, want in rows(domain)[TAILS.index(tail) :: len(TAILS)]:
        goes_on = tail == " qwxzv" and (
            spans(domain, sentence)[-1].kind == "ignored" or ends_in_a_statement(domain, sentence)
        )
        if want is not None and "because" not in sentence and not goes_on:
            assert understood(domain, sentence + tail) is None, sentence


def ends_in_a_statement(domain: Domain, sentence: str) -> bool:
    """What is told last ("he was sweating") may go on with anything, too."""
    vocabulary = interpreter(domain).vocabulary
    said = lexemes(sentence, vocabulary)
    last = max((at + 1 for at, lexeme in enumerate(said) if lexeme.has("stop", "and", "but")), default=0)
    return any(tells(said[at:], vocabulary.asides.narrative) for at in range(last, len(said)))


IMPERATIVES = (
    "add ", "blur ", "boost ", "brighten ", "change ", "cool ", "darken ", "desaturate ", "dye ", "erase ", "fix ",
    "get rid ", "give ", "increase ", "lift ", "lighten ", "lower ", "make ", "paint ", "reduce ", "remove ", "sharpen ",
    "smooth ", "soften ", "tint ", "turn ", "warm ", "whiten ",
)  # fmt: skip


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("forbidding", ["don't {}", "do not {}", "please never {}", "please don't {}, thanks"])
def test_a_forbidden_wish_is_never_granted(domain: Domain, forbidding: str) -> None:
    """Sentences of one wish, forbidden: nothing is left to do."""
    for sentence, want in rows(domain):
        if want is None or not sentence.lower().startswith(IMPERATIVES) or any(mark in want for mark in ";!~"):
            continue
        if any(mark in sentence for mark in ",.;:?!") or " but " in sentence or " and " in sentence:
            continue
        assert understood(domain, forbidding.format(sentence)) is None, sentence


def test_a_protected_region_is_never_a_target() -> None:
    regions = ("skin", "hair", "lips", "background", "jacket", "glasses")
    forms = (
        "don't touch the {}",
        "leave the {} alone",
        "but not the {}",
        "without changing the {}",
        "except the {}",
        "keep the {}",
    )
    for region in regions:
        for form in forms:
            intents = interpreter("edit").understand(f"brighten the face, {form.format(region)}").intents
            assert [intent.regions for intent in intents] == [(Region("face"),)]
            assert intents[0].protected == (Region(region),)


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_text_breaks_it(domain: Domain) -> None:
    chance = random.Random(7)
    words = [word for sentence, _ in rows(domain) for word in sentence.split()]
    alphabets = ["abcde fghi", "不要把亮红一点背景，", " +-%#0123456789./k", "\u200b\ufeff\U0001f600é\x00\n\tß"]
    for _ in range(600):
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
def test_very_long_text_is_refused_at_once(domain: Domain) -> None:
    assert understood(domain, "brighter " * 1000) is None
    assert understood(domain, "9" * 599) is None


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


@pytest.mark.parametrize(
    ("whole", "split"),
    [("pull back the highlights", "pull the highlights back"), ("knock down the contrast", "knock the contrast down")],
)
def test_a_verb_may_stand_apart_from_its_particle(whole: str, split: str) -> None:
    assert understood("adjust", split) == understood("adjust", whole) is not None


@pytest.mark.parametrize(
    ("sentence", "place"),
    [
        ("smooth the skin on my forehead", "forehead"),
        ("smooth the skin of the neck", "neck"),
        ("脸上的皮肤光滑一点", "face 0.25"),
    ],
)
def test_the_skin_of_a_place_is_that_place(sentence: str, place: str) -> None:
    assert understood("edit", sentence) == f"smooth_skin {place}"


def test_the_skin_and_a_place_are_two() -> None:
    assert understood("edit", "smooth the skin and the neck") == "smooth_skin skin,neck"


def test_minus_is_a_sign() -> None:
    assert understood("adjust", "exposure minus one and a half") == "exposure -1.5stops"
    assert understood("adjust", "contrast minus 10%") == "contrast -10percent"
    assert understood("adjust", "minus contrast") is None


def test_a_thing_that_waits_keeps_its_place() -> None:
    assert understood("edit", "there's a stain on my shirt, remove it") == "remove shirt,<stain> 1"


@pytest.mark.parametrize("sentence", ["make her dress transparent", "make the hair transparent", "衣服变透明"])
def test_only_a_background_becomes_transparent(sentence: str) -> None:
    assert understood("edit", sentence) is None
    assert understood("edit", "make the background transparent") == "replace_background background =transparent"
