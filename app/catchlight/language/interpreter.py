"""Interpreter: a sentence in, an Understanding out, or NotUnderstood."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from catchlight.language.intents import LONGEST, Domain, NotUnderstood, Span, SpanKind, Understanding
from catchlight.language.lexicon import degrees
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.asides import without_asides
from catchlight.language.parse.clauses import Clause, clauses
from catchlight.language.parse.lexing import Lexeme, lexemes, quantity
from catchlight.language.parse.narrative import without_narrative
from catchlight.language.semantics.compose import compose
from catchlight.language.semantics.places import Refusal
from catchlight.language.suggest.completions import completions, phrases
from catchlight.language.suggest.suggestions import Sense, meanings, nearest
from catchlight.paths import resources

_KINDS: dict[str, SpanKind] = {
    "act": "verb", "noun": "verb", "fault": "verb", "remove": "verb", "region": "region", "whole": "region",
    "thing": "thing", "look": "look", "colour": "colour", "modifier": "colour", "degree": "amount", "measure": "amount",
    "number": "amount", "more": "direction", "less": "direction", "add": "direction", "off": "direction", "up": "direction",
    "down": "direction", "too": "direction", "enough": "direction", "lacking": "direction", "not": "negation",
    "none": "negation", "keep": "negation", "touch": "negation", "except": "negation", "stop": "joint", "and": "joint",
    "but": "joint", "left": "region", "right": "region", "topic_region": "region",
    "topic_thing": "thing", "topic_noun": "verb", "unknown": "unknown", "foreign": "unknown",
}  # fmt: skip


class Interpreter:
    """Understands the sentences of one domain. Building one reads the vocabularies; keep it."""

    def __init__(self, domain: Domain, folder: Path | None = None, sense: Sense | None = None) -> None:
        """folder: the vocabularies, the shipped ones by default. sense: betters the suggestions. Raises VocabularyFault."""
        self.vocabulary = Vocabulary(domain, folder or resources() / "language")
        self._sense = sense
        self._meanings: dict[str, frozenset[tuple[str, str]]] = {}
        self._worked_on: dict[str, frozenset[str]] = {}

    def understand(self, sentence: str) -> Understanding:
        """The intents of a sentence that is understood as a whole, or all but what it only tells. Raises NotUnderstood."""
        if len(sentence) > LONGEST:
            raise self._refusal(f"This is longer than {LONGEST} characters.", sentence[:LONGEST], ())
        found = lexemes(sentence, self.vocabulary)
        try:
            return self._interpret(sentence, found)
        except NotUnderstood as refusal:
            for reading in without_narrative(found, self.vocabulary):
                with suppress(NotUnderstood):
                    return self._interpret(sentence, reading)
            raise refusal from refusal.__cause__

    def _interpret(self, sentence: str, found: list[Lexeme]) -> Understanding:
        """The intents of lexemes. Raises NotUnderstood."""
        parts, said = clauses(without_asides(found, self.vocabulary), self.vocabulary)
        spans = tuple(_span(lexeme, sentence) for lexeme in said)
        unknown = [span for span in spans if span.kind == "unknown"]
        if unknown:
            raise self._refusal(f"Not understood: {', '.join(span.text for span in unknown)}.", sentence, spans)
        try:
            intents = compose(parts, self.vocabulary)
        except Refusal as refusal:
            raise self._refusal(str(refusal), sentence, spans) from refusal
        return Understanding(sentence, intents, spans)

    def complete(self, prefix: str, most: int = 8) -> tuple[str, ...]:
        """Sentences that a beginning can become, the likeliest first."""
        return completions(prefix, self.vocabulary, most)

    def examples(self, language: str, region: str | None = None, most: int = 6) -> tuple[str, ...]:
        """Known phrases in ``en`` or ``zh``; with a region those that work on it, or on whatever lies there."""
        known = self.vocabulary.templates[language]
        if region is None:
            return known[:most]
        places = {phrase: self._places(phrase) for phrase in known}
        about = [phrase for phrase in known if region in places[phrase]]
        return tuple([*about, *(phrase for phrase in known if not places[phrase])][:most])

    def _places(self, phrase: str) -> frozenset[str]:
        """Regions and things that a known phrase works on."""
        if phrase in self._worked_on:
            return self._worked_on[phrase]
        intents = self.understand(phrase).intents
        found = frozenset(
            name for intent in intents for name in (*(one.name for one in intent.regions), intent.thing) if name
        )
        self._worked_on[phrase] = found
        return found

    def _parse(self, sentence: str) -> tuple[list[Clause], list[Lexeme]]:
        return clauses(without_asides(lexemes(sentence, self.vocabulary), self.vocabulary), self.vocabulary)

    def _refusal(self, reason: str, sentence: str, spans: tuple[Span, ...]) -> NotUnderstood:
        known = {phrase: self._meaning_of(phrase) for phrase in phrases(sentence, self.vocabulary)}
        return NotUnderstood(reason, nearest(sentence, spans, known, self._sense), spans)

    def _meaning_of(self, phrase: str) -> frozenset[tuple[str, str]]:
        if phrase not in self._meanings:
            self._meanings[phrase] = meanings(_span(lexeme, phrase) for lexeme in self._parse(phrase)[1])
        return self._meanings[phrase]


def _span(lexeme: Lexeme, sentence: str) -> Span:
    kind = _KINDS.get(lexeme.role, "ignored")
    return Span(lexeme.start, lexeme.end, sentence[lexeme.start : lexeme.end], kind, _meaning(lexeme), lexeme.corrected)


def _meaning(lexeme: Lexeme) -> str:
    sense = lexeme.senses[0]
    if sense.role == "degree":
        return degrees.degree_name(float(sense.value))
    if sense.role == "measure":
        number, unit = sense.value.split()
        return f"{quantity(number):{'+' if lexeme.signed else ''}g} {unit}"
    if sense.role == "filler":
        return ""
    if sense.role == "whole":
        return "everything"
    if _KINDS.get(sense.role) in ("direction", "negation", "joint") or sense.role in ("left", "right"):
        return sense.role
    return ("-" if sense.sign < 0 else "") + sense.value
