"""The package's front: a sentence in, an Understanding out, or NotUnderstood."""

from __future__ import annotations

from pathlib import Path

from catchlight.language import amounts
from catchlight.language.actions import Refusal
from catchlight.language.clauses import clauses
from catchlight.language.composing import compose
from catchlight.language.intents import Domain, NotUnderstood, Span, SpanKind, Understanding
from catchlight.language.lexing import Lexeme, lexemes, quantity
from catchlight.language.suggestions import completions, nearest_phrases
from catchlight.language.vocabulary import Vocabulary
from catchlight.paths import resources

LONGEST = 600
"""Characters of a sentence that are read; longer ones are refused."""

_KINDS: dict[str, SpanKind] = {
    "act": "verb", "noun": "verb", "fault": "verb", "remove": "verb", "region": "region", "whole": "region",
    "thing": "thing", "look": "look", "colour": "colour", "modifier": "colour", "degree": "amount", "measure": "amount",
    "number": "amount", "more": "direction", "less": "direction", "add": "direction", "off": "direction", "up": "direction",
    "down": "direction", "too": "direction", "enough": "direction", "lacking": "direction", "not": "negation",
    "none": "negation", "keep": "negation", "touch": "negation", "except": "negation", "stop": "joint", "and": "joint",
    "but": "joint", "left": "region", "right": "region", "unknown": "unknown", "foreign": "unknown",
}  # fmt: skip


class Interpreter:
    """Understands the sentences of one domain. Building one reads the vocabularies; keep it."""

    def __init__(self, domain: Domain, folder: Path | None = None) -> None:
        """folder: the vocabularies, the shipped ones by default. Raises VocabularyFault."""
        self.vocabulary = Vocabulary(domain, folder or resources() / "language")

    def understand(self, sentence: str) -> Understanding:
        """The intents of a sentence that is understood as a whole. Raises NotUnderstood."""
        if len(sentence) > LONGEST:
            raise self._refused(f"This is longer than {LONGEST} characters.", sentence[:LONGEST], ())
        parts, said = clauses(lexemes(sentence, self.vocabulary), self.vocabulary)
        spans = tuple(_span(lexeme, sentence) for lexeme in said)
        unknown = [span for span in spans if span.kind == "unknown"]
        if unknown:
            raise self._refused(f"Not understood: {', '.join(span.text for span in unknown)}.", sentence, spans)
        try:
            intents = compose(parts, self.vocabulary)
        except Refusal as refusal:
            raise self._refused(str(refusal), sentence, spans) from refusal
        return Understanding(sentence, intents, spans)

    def complete(self, prefix: str, most: int = 8) -> tuple[str, ...]:
        """Sentences that a beginning can become, the likeliest first."""
        return completions(prefix, self.vocabulary, most)

    def _refused(self, reason: str, sentence: str, spans: tuple[Span, ...]) -> NotUnderstood:
        return NotUnderstood(reason, nearest_phrases(sentence, self.vocabulary), spans)


def _span(lexeme: Lexeme, sentence: str) -> Span:
    kind = _KINDS.get(lexeme.role, "ignored")
    return Span(lexeme.start, lexeme.end, sentence[lexeme.start : lexeme.end], kind, _meaning(lexeme), lexeme.corrected)


def _meaning(lexeme: Lexeme) -> str:
    sense = lexeme.senses[0]
    if sense.role == "degree":
        return amounts.degree_name(float(sense.value))
    if sense.role == "measure":
        number, unit = sense.value.split()
        return f"{quantity(number):{'+' if lexeme.signed else ''}g} {unit}"
    if sense.role == "whole":
        return "everything"
    if _KINDS.get(sense.role) in ("direction", "negation", "joint") or sense.role in ("left", "right"):
        return sense.role
    return ("-" if sense.sign < 0 else "") + sense.value
