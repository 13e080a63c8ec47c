"""Word-sense disambiguation: which of its senses a word has, by the words beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from catchlight.language.lexicon.phrase_table import Sense
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.lexing import Lexeme

CONTENT_ROLES = ("act", "noun", "fault", "region", "thing", "look", "colour", "whole")
"""Roles of words that name what is to be done, or to what."""
DIRECTION_ROLES = ("more", "less", "add", "remove")

_NONE_OF = frozenset({"不要", "不想要", "别要", "请不要"})
"""Before a noun they are "no", before a verb "don't"."""
_PORTIONS = {"light": "0.25", "pale": "0.25", "deep": "0.75"}
"""Degrees that modifiers of colours stand for before a noun."""
_AFTER_TOO = ("act", "fault", "colour", "degree", "noun", "more", "less", "up", "down")
_CHANGING = (
    *DIRECTION_ROLES,
    "measure",
    "number",
    "too",
    "up",
    "down",
    "none",
    "off",
    "lacking",
    "amiss",
    "mend",
    "give",
)
"""Roles that say what becomes of a noun beside them."""


@dataclass(frozen=True)
class Occurrence:
    """A lexeme in its part of the sentence."""

    lexemes: list[Lexeme]
    at: int
    vocabulary: Vocabulary

    @property
    def lexeme(self) -> Lexeme:
        return self.lexemes[self.at]

    @property
    def before(self) -> list[Lexeme]:
        return self.lexemes[: self.at]

    @property
    def after(self) -> list[Lexeme]:
        return self.lexemes[self.at + 1 :]

    @property
    def following(self) -> Lexeme | None:
        return self.lexemes[self.at + 1] if self.at + 1 < len(self.lexemes) else None


def choose_sense(lexemes: list[Lexeme], at: int, vocabulary: Vocabulary) -> Lexeme:
    """The lexeme at a place of a part between two joints, with the one sense that it has there.

    First come the rules that decide alone, then those that rule senses out, at last the choice between verb, noun and colour.
    """
    word = Occurrence(lexemes, at, vocabulary)
    if sense := _first(_QUALIFIERS, word):
        return word.lexeme.only(sense)
    senses = tuple(s for s in word.lexeme.senses if s.role != "modifier") or (Sense("unknown"),)
    if len(senses) == 1:
        return word.lexeme.only(senses[0])
    if sense := _first(_DECISIONS, word):
        return word.lexeme.only(sense)
    for test in _TESTS:
        if (fits := test(word)) is not None:
            senses = tuple(s for s in senses if fits(s)) or senses
    return word.lexeme.only(_choose_content(word, senses))


Rule = Callable[[Occurrence], Sense | None]


def _first(rules: tuple[Rule, ...], word: Occurrence) -> Sense | None:
    """By the first rule that knows the word, None where none does."""
    return next((sense for rule in rules if (sense := rule(word))), None)


def _portion(word: Occurrence) -> Sense | None:
    """ "Give me a light tan": how much of it."""
    modifier, following = word.lexeme.sense("modifier"), word.following
    if modifier is None or modifier.value not in _PORTIONS:
        return None
    if following is None or not following.has("noun") or any(other.has("region", "thing") for other in word.after):
        return None
    given = any(other.has("give", "add") for other in word.before)
    return Sense("degree", _PORTIONS[modifier.value]) if given else None


def _shade(word: Occurrence) -> Sense | None:
    """ "Light navy": which kind of the colour."""
    modifier = word.lexeme.sense("modifier")
    return Sense("modifier", modifier.value) if modifier and _is_before_colour(word.lexemes, word.at) else None


def _excess(word: Occurrence) -> Sense | None:
    """ "Too high", but "and the sky too"."""
    if not (word.lexeme.has("too") and word.lexeme.has("filler")):
        return None
    return Sense("too" if any(other.has(*_AFTER_TOO) for other in word.after) else "filler")


def _absence(word: Occurrence) -> Sense | None:
    """不要暗角: no vignette."""
    named = word.following is not None and word.following.has("noun")
    return Sense("none") if word.lexeme.text in _NONE_OF and named else None


def _place(word: Occurrence) -> Sense | None:
    """A word that is a filler or a region: a region after an imperative, "except" and "keep"."""
    if not (word.lexeme.has("filler") and word.lexeme.has("region")):
        return None
    verb = word.lexemes[word.at - 1].sense("act", "except", "keep") if word.at else None
    named = verb is not None and (verb.verbal or verb.role != "act")
    return word.lexeme.sense("region" if named else "filler")


def _making(word: Occurrence) -> Sense | None:
    """ "Tone it blue" tints, "tone it down" makes."""
    if not (word.lexeme.has("make") and word.lexeme.has("act")):
        return None
    return word.lexeme.sense("act" if any(other.has("colour") for other in word.lexemes) else "make")


def _giving(word: Occurrence) -> Sense | None:
    """ "With more glow" gives, "with navy" is "to"."""
    if not (word.lexeme.has("give") and word.lexeme.has("to")):
        return None
    places = range(word.at + 1, len(word.lexemes))
    place = next((i for i in places if word.lexemes[i].has(*CONTENT_ROLES)), None)
    if place is None:
        return Sense("to")
    coloured = word.lexemes[place].has("colour") or _is_before_colour(word.lexemes, place)
    return Sense("give" if word.lexemes[place].has("noun", "fault", "look", "act") and not coloured else "to")


def _tidying(word: Occurrence) -> Sense | None:
    """ "Tidy the flyaway hairs"."""
    mends = word.lexeme.has("mend") and word.lexeme.has("filler")
    return Sense("mend") if mends and any(other.has("thing") for other in word.after) else None


_QUALIFIERS: tuple[Rule, ...] = (_portion, _shade, _excess, _absence)
"""Rules for words of any number of senses."""
_DECISIONS: tuple[Rule, ...] = (_place, _making, _giving, _tidying)
"""Rules for words of several senses."""

Test = Callable[[Sense], bool]
"""Whether a sense remains possible."""


def _touch_test(word: Occurrence) -> Test | None:
    """ "Don't touch the hair" forbids; without a negation "touch" is another word."""
    if not word.lexeme.has("touch"):
        return None
    forbidden = any(other.has("not", "none", "keep") for other in word.before)
    forbidden = forbidden and any(o.has("region", "noun", "nothing", "thing", "pronoun") for o in word.lexemes)
    return lambda sense: (sense.role == "touch") == forbidden


def _mend_test(word: Occurrence) -> Test | None:
    """ "Fix" mends where there is a fault that is not denied."""
    if not word.lexeme.has("mend"):
        return None
    mends = any(
        other.has("fault") and not any(between.has("not", "none") for between in word.lexemes[word.at + 1 : place])
        for place, other in enumerate(word.lexemes)
        if place != word.at
    )
    return lambda sense: (sense.role == "mend") == mends


def _direction_test(word: Occurrence) -> Test:
    """ "Soften the contrast": only a direction where another word names what changes."""
    governs = _is_direction_of_another(word)
    return lambda sense: (sense.role in (*DIRECTION_ROLES, "up", "down")) == governs


def _degree_test(word: Occurrence) -> Test | None:
    """A degree where what it measures follows, else a verb."""
    if not (word.lexeme.has("degree") and word.lexeme.has("act")):
        return None
    ahead = any(other.has("act", "noun", "fault", "look", *DIRECTION_ROLES) for other in word.after)
    return lambda sense: (sense.role == "degree") == ahead


_TESTS: tuple[Callable[[Occurrence], Test | None], ...] = (_touch_test, _mend_test, _direction_test, _degree_test)
"""Each rules senses out; a test that no sense passes is left out."""


def _is_direction_of_another(word: Occurrence) -> bool:
    """Whether a word such as "soften" or "deeper" only says the direction of another: "soften the contrast"."""
    for place, other in enumerate(word.lexemes):
        if place == word.at:
            continue
        if other.has("noun", "fault"):
            return True
        region = other.sense("region")
        if region and word.vocabulary.kind(region.value) == "@zone":
            return not word.lexeme.has("act")
    return False


def _is_before_colour(lexemes: list[Lexeme], at: int) -> bool:
    """Whether a colour follows, perhaps after more modifiers."""
    while at + 1 < len(lexemes) and lexemes[at + 1].has("modifier"):
        at += 1
    return at + 1 < len(lexemes) and lexemes[at + 1].has("colour")


def _choose_content(word: Occurrence, senses: tuple[Sense, ...]) -> Sense:
    """Between verb, noun, colour and band of colours: by the regions and the directions beside the word."""
    first = {sense.role: sense for sense in reversed(senses)}
    act, noun, colour, band = (first.get(role) for role in ("act", "noun", "colour", "region"))
    if band is not None and colour is not None:
        return colour if _is_target_colour(word) else band
    if act is not None and colour is not None:
        return act if _is_shading(word, act, colour) else colour
    if act is not None and noun is not None:
        return noun if _is_subject(word) else act
    return senses[0]


def _is_target_colour(word: Occurrence) -> bool:
    """Whether 蓝色 is the colour wished for (阴影染蓝色) rather than the blues of the picture (蓝色更深)."""
    return any(other.has("region", "to", "act", "more", "less", "add", "too", "make") for other in word.before)


def _is_subject(word: Occurrence) -> bool:
    """ "Make the light warmer", "less light": a word that is a verb and a noun is what another word changes."""
    for place, other in enumerate(word.lexemes):
        if place == word.at:
            continue
        shade = other.has("modifier") and _is_before_colour(word.lexemes, place)
        if other.has("act") and not other.has("noun", *DIRECTION_ROLES) and not shade:
            return True
        if other.has(*_CHANGING):
            return True
    return False


def _is_measured(word: Occurrence) -> bool:
    """Whether the part says how much: 黑一点."""
    measured = any(other.has("degree", "too", "less", "lacking") for other in word.lexemes)
    return measured and not any(other.has("to") for other in word.before)


def _is_shading(word: Occurrence, act: Sense, colour: Sense) -> bool:
    """Whether 黑 darkens (黑一点) rather than colours (染黑): by its amount, else where the verb works."""
    if act.base and not word.lexeme.text.isascii() and _is_measured(word):
        return True
    if any(other.has("thing") for other in word.lexemes):
        return False
    verb = word.vocabulary.grammar.verbs[act.value]
    others = (other for other in word.lexemes if other is not word.lexeme and not other.has("filler"))
    named = {region.value for other in others if (region := other.sense("region"))}
    return bool(verb.regions or colour.base) and (verb.only is None or named <= set(verb.only))
