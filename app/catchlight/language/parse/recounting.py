"""Causes, memories and questions around a wish: "the spotlight made my forehead shiny", "we had champagne"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.lexicon.row_types import Asides
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.adjuncts import FILLER, words_of
from catchlight.language.parse.lexing import Lexeme
from catchlight.language.parse.narrative import tells
from catchlight.language.parse.phrases import begins, segment_text
from catchlight.language.parse.rewording import blank_lexemes


def drop_trailing_narrative(segment: list[Lexeme], words: Asides) -> list[Lexeme]:
    """ "Make my nose less red I had a cold", 太暗了看不清: what is told after the wish, without a comma."""
    for at in range(2, len(segment) - 1):
        first, told = words_of(segment[at]), words.narrative
        joined = f"{first} {words_of(segment[at + 1])}".split()
        past = joined[0] in told.people and any(word in told.past for word in joined[1:])
        unseen = "".join(one.text for one in segment[at : at + 4]).startswith(_UNSEEN)
        asked = any(one.has("act", "colour", "fault", "noun") for one in segment[:at])
        if asked and ((past and tells(segment[at:], told)) or unseen):
            return [*segment[:at], *blank_lexemes(segment[at:])]
    return segment


def is_recollection(segment: Sequence[Lexeme], words: Asides) -> bool:
    """ "We had champagne": of the past, and about no place, fault or deed."""
    if len(segment) < 2 or any(one.has("fault", "act", "noun", "look") for one in segment):
        return False
    begun = f"{words_of(segment[0])} {words_of(segment[1])}".split()
    told = words.narrative
    if begun[0] in words.owners and not any(
        one.has("colour", "too", "lacking", "not", "none", "amiss") for one in segment
    ):
        return any(words_of(one) in ("was", "were") for one in segment[1:5]) and tells(segment, told)
    if any(one.has("region", "thing") for one in segment):
        return False
    return begun[0] in told.people and any(word in told.past for word in begun[1:]) and tells(segment, told)


_UNSEEN = ("看不清", "看不见", "看不到")
_QUESTIONS = ("is", "are", "was", "were", "does", "do", "did", "has", "have", "am", "isn't", "aren't", "doesn't")


def mark_question(found: list[Lexeme]) -> list[Lexeme]:
    """ "Is this sharp enough?" asks for an answer."""
    start = next((at for at, one in enumerate(found) if words_of(one) not in ("please", "pls", "hi", "hello")), 0)
    if not any(one.text in ("?", "？") for one in found) or words_of(found[start]) not in _QUESTIONS:
        return found
    return [*found[:start], found[start].only(Sense("foreign")), *found[start + 1 :]]


def is_passive_statement(segment: Sequence[Lexeme]) -> bool:
    """ "The shadows are crushed" tells what happened to them."""
    done = any(lexeme.has("touch") and words_of(lexeme).endswith("ed") for lexeme in segment)
    return (
        done
        and segment[0].role != "touch"
        and any(o.has("is") for o in segment)
        and not any(o.has("not", "none", "keep", "make", "except", "act", "fault") for o in segment)
    )


_THERE = ("there's a", "there is a", "there's", "there is", "it has", "it has a", "it's got", "i see", "有")


def parse_easing(segment: list[Lexeme], vocabulary: Vocabulary) -> list[Lexeme]:
    """暗角轻一点: less of what there is, where there can be less of it than nothing was asked for."""
    named = [noun for lexeme in segment if (noun := lexeme.sense("noun"))]
    if len(segment) < 2 or len(named) != 1 or words_of(segment[-1]) not in ("轻一点", "轻些", "轻点"):
        return segment
    if not vocabulary.grammar.verbs[named[0].value].removable:
        return segment
    last = segment[-1]
    cut = last.start + 1
    less = replace(last, text=last.text[:1], end=cut, senses=(Sense("less"),))
    return [*segment[:-1], less, replace(last, text=last.text[1:], start=cut, senses=(Sense("degree", "0.25"),))]


def mark_existential_topic(segment: list[Lexeme]) -> list[Lexeme]:
    """ "There is a magenta cast": what it is about, where something is to be done about it afterwards."""
    nouns = [lexeme for lexeme in segment if lexeme.has("noun")]
    if len(nouns) != 1 or not begins(segment_text(segment), _THERE):
        return segment
    if any(
        o.has("act", "fault", "more", "less", "too", "lacking", "not", "none", "degree", "amiss", "off")
        for o in segment
    ):
        return segment
    return [lexeme.only(replace(noun, role="topic_noun")) if (noun := lexeme.sense("noun")) else lexeme.only(FILLER)
            for lexeme in segment]  # fmt: skip


_PASSIVE = (
    "be",
    "is",
    "are",
    "was",
    "were",
    "should be",
    "can",
    "could",
    "get",
    "have",
    "has",
    "must be",
    "needs",
    "i",
    "if",
)


def drop_causal_subject(segment: list[Lexeme], words: Asides) -> list[Lexeme]:
    """ "The spotlight made my forehead shiny" tells how it is."""
    made = next((at for at, lexeme in enumerate(segment) if words_of(lexeme) in ("made", "makes")), 0)
    caused = bool({words_of(one) for one in segment[:made]}.isdisjoint(_PASSIVE))
    if not made or not caused or any(o.has("make", "add", "remove") for o in segment[:made]):
        return segment
    compared = any((s := o.sense("act", "colour")) and not s.base and s.role == "act" for o in segment[made:])
    if words_of(segment[made]) == "makes" and compared:
        return blank_lexemes(segment)  # "the scanner makes everything darker"
    return [*blank_lexemes(segment[:made]), segment[made].only(Sense("is", "made")), *segment[made + 1 :]]
