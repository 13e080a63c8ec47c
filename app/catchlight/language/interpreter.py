"""Interpreter: a sentence in, an Understanding out, or NotUnderstood.

The sentence is split into clauses; each clause is ranked against the phrase bank, gives its slots, and is composed with the
others. Bank: ``resources/language/bank.edit.tsv`` and ``bank.adjust.tsv``, made ready by ``packaging/phrase_bank.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from catchlight.core.messages import Message
from catchlight.language.composing.compose import compose
from catchlight.language.composing.refusals import UNCLEAR, Refusal
from catchlight.language.intents import LONGEST, Domain, Intent, NotUnderstood, Span, SpanKind, Understanding
from catchlight.language.lexicon import degrees
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause, Polarity, split_clauses
from catchlight.language.parse.lexing import Lexeme, lexemes, quantity
from catchlight.language.ranking.bank import Bank
from catchlight.language.ranking.division import divide
from catchlight.language.ranking.ranker import Encoder, Heard, Ranker
from catchlight.language.suggest.completions import completions, phrases, split_last_clause
from catchlight.language.suggest.suggestions import nearest
from catchlight.paths import resources

_KINDS: dict[str, SpanKind] = {
    "act": "verb", "noun": "verb", "fault": "verb", "remove": "verb", "region": "region", "whole": "region",
    "thing": "thing", "look": "look", "style": "style",
    "colour": "colour", "modifier": "colour", "degree": "amount", "measure": "amount",
    "number": "amount", "more": "direction", "less": "direction", "add": "direction", "off": "direction", "up": "direction",
    "down": "direction", "too": "direction", "enough": "direction", "lacking": "direction", "not": "negation",
    "none": "negation", "keep": "negation", "touch": "negation", "except": "negation", "stop": "joint", "and": "joint",
    "but": "joint", "left": "region", "right": "region", "unknown": "unknown", "foreign": "unknown",
}  # fmt: skip

_SAID = 0.16
"""Score below which words, some of them unknown, do not say a label at all: the hotspot alone does not."""


class Interpreter:
    """Understands the sentences of one domain. Building one reads vocabulary and bank; keep it."""

    def __init__(self, domain: Domain, encode: Encoder, folder: Path | None = None) -> None:
        """encode: the sentence encoder. folder: vocabulary and bank, the shipped ones by default.

        Raises VocabularyFault, or OSError and ValueError for a bank that cannot be read.
        """
        where = folder or resources() / "language"
        bank = Bank.read(where / f"bank.{domain}.npz")
        self.vocabulary = Vocabulary(domain, where, bank.words)
        self._ranker = Ranker(bank, encode)
        self._known: dict[str, np.ndarray] = {}
        self._places: dict[str, frozenset[str]] = {}

    def understand(self, sentence: str, place: str | None = None) -> Understanding:
        """The intents of a sentence. place: the region under the hotspot, where it is known. Raises NotUnderstood."""
        if len(sentence) > LONGEST:
            raise NotUnderstood(Message("This is longer than {most} characters.", most=LONGEST), ())
        found = lexemes(sentence, self.vocabulary)
        whole = Heard(sentence, found, place)
        clauses = split_clauses(found)
        if not clauses:
            raise self._refusal(Refusal(UNCLEAR), sentence, found, self._ranker.rank([whole])[0])
        clauses = divide(clauses, self._ranker.labels, lambda parts: self._rank(parts, sentence, place))
        scores = self._ranker.rank(
            [*(_heard(clause, sentence, place) for clause in clauses), whole, Heard(sentence, found)]
        )
        scores, words = scores[:-1], scores[-1]
        if any(lexeme.role == "unknown" for lexeme in found):
            said = scores if len(clauses) == 1 else scores[-1:]
            np.minimum(said, words, out=said, where=words < _SAID)
        try:
            intents = compose(clauses, scores[:-1], scores[-1], self._ranker.labels, self.vocabulary, place)
        except Refusal as refusal:
            raise self._refusal(refusal, sentence, found, scores[-1]) from refusal
        return Understanding(sentence, intents, tuple(_span(lexeme, sentence, intents) for lexeme in found))

    def complete(self, prefix: str, most: int = 8) -> tuple[str, ...]:
        """Sentences that a beginning can become, the likeliest first."""
        return completions(prefix, self.vocabulary, most)

    def known(self, typed: str) -> tuple[str, ...]:
        """The known phrases, each a whole sentence, in the language of what is typed."""
        return phrases(typed, self.vocabulary)

    def continue_sentence(self, typed: str, place: str | None = None) -> tuple[str, ...]:
        """Whole sentences that begin as typed, where the clauses before the last one say what is done to what.

        place: the region under the hotspot, where it is known.
        """
        head, tail = split_last_clause(typed.lstrip())
        begun = tail.casefold().split()
        if not head or not begun:
            return ()
        try:
            before = self.understand(head.rstrip(" ,，;；").removesuffix(" and").removesuffix("并且"), place)
        except NotUnderstood:
            return ()
        told = any(span.kind == "verb" for span in before.spans)
        if not (told or all(intent.regions or intent.thing for intent in before.intents)):
            return ()
        beginning = " ".join(begun)
        return tuple(head + phrase for phrase in self.known(tail) if phrase.casefold().startswith(beginning))

    def examples(self, language: str, region: str | None = None, most: int = 6) -> tuple[str, ...]:
        """Known phrases in ``en`` or ``zh``; with a region those that work on it, or on whatever lies there."""
        known = self.vocabulary.templates[language]
        if region is None:
            return known[:most]
        places = {phrase: self._worked_on(phrase) for phrase in known}
        about = [phrase for phrase in known if region in places[phrase]]
        return tuple([*about, *(phrase for phrase in known if not places[phrase])][:most])

    def _worked_on(self, phrase: str) -> frozenset[str]:
        """Regions and things that a known phrase works on."""
        if phrase not in self._places:
            intents = self.understand(phrase).intents
            named = (
                name for intent in intents for name in (*(one.name for one in intent.regions), intent.thing) if name
            )
            self._places[phrase] = frozenset(named)
        return self._places[phrase]

    def _rank(self, clauses: Sequence[Clause], sentence: str, place: str | None) -> np.ndarray:
        return self._ranker.rank([_heard(clause, sentence, place) for clause in clauses])

    def _refusal(self, refusal: Refusal, sentence: str, found: Sequence[Lexeme], whole: np.ndarray) -> NotUnderstood:
        offered = phrases(sentence, self.vocabulary)
        self._learn(offered)
        near = nearest(sentence, whole, {phrase: self._known[phrase] for phrase in offered})
        spans = tuple(_span(lexeme, sentence, ()) for lexeme in found)
        unknown = tuple(span.text for span in spans if span.kind == "unknown")
        unclear = refusal.message == UNCLEAR and bool(unknown)
        reason = Message("Not understood: {words}.", words=unknown) if unclear else refusal.message
        return NotUnderstood(reason, near, spans, refusal.elsewhere)

    def _learn(self, offered: Sequence[str]) -> None:
        """Scores of known phrases, each computed once."""
        new = [phrase for phrase in offered if phrase not in self._known]
        if new:
            scores = self._ranker.rank([Heard(phrase, lexemes(phrase, self.vocabulary)) for phrase in new])
            self._known.update(zip(new, scores, strict=True))


def _heard(clause: Clause, sentence: str, place: str | None) -> Heard:
    """A clause as it is ranked: a forbidden one by what it forbids."""
    said = clause.lexemes
    if clause.polarity is Polarity.FORBID:
        at = next((at for at, one in enumerate(said) if one.role == "not"), -1)
        said = said[at + 1 :] or said
    return Heard(sentence[said[0].start : said[-1].end], said, place)


def _span(lexeme: Lexeme, sentence: str, intents: Sequence[Intent]) -> Span:
    """A lexeme with the sense that an intent has, else its first."""
    named = {
        name
        for one in intents
        for name in (one.verb, one.look, one.style, one.thing, *(place.name for place in one.regions))
    }
    sense = next((one for one in lexeme.senses if one.value and one.value in named), lexeme.senses[0])
    kind = _KINDS.get(sense.role, "ignored")
    chosen = lexeme.only(sense)
    return Span(lexeme.start, lexeme.end, sentence[lexeme.start : lexeme.end], kind, _meaning(chosen), lexeme.corrected)


_PLAIN: Mapping[str, str] = {"filler": "", "whole": "everything"}


def _meaning(lexeme: Lexeme) -> str:
    sense = lexeme.senses[0]
    if sense.role == "degree":
        return degrees.degree_name(float(sense.value))
    if sense.role == "measure":
        number, unit = sense.value.split()
        return f"{quantity(number):{'+' if lexeme.signed else ''}g} {unit}"
    if sense.role in _PLAIN:
        return _PLAIN[sense.role]
    if _KINDS.get(sense.role) in ("direction", "negation", "joint") or sense.role in ("left", "right"):
        return sense.role
    return ("-" if sense.sign < 0 else "") + sense.value
