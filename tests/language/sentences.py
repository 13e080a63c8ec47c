"""Sentences with the intents they must come to, kept as data.

A row is ``[sentence, expected]``. Expected intents are written as ``verb:look left.region,<thing> =colour amount !protected
~kept``, several joined by ``; ``; the usual amount (0.5) is left out, blanks in a colour's name are underscores.
Null: the sentence must be refused.

``_open`` holds sentences that are not understood yet; ``_held_out`` those that no vocabulary was ever tuned on. Who tunes on
a held-out set moves it to the known sentences and writes another, unseen.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from catchlight.language.intents import Domain, Intent, NotUnderstood
from catchlight.language.interpreter import Interpreter
from catchlight.language.parse.asides import without_asides
from catchlight.language.parse.clauses import Clause, clauses
from catchlight.language.parse.lexing import Lexeme, lexemes

DOMAINS: tuple[Domain, ...] = ("edit", "adjust")
USUAL = 0.5


def rows(name: str) -> list[tuple[str, str | None]]:
    """The rows of a file."""
    file = Path(__file__).parent / f"sentences_{name}.json"
    return [(sentence, expected) for sentence, expected in json.loads(file.read_text(encoding="utf-8"))]


@lru_cache
def interpreter(domain: Domain) -> Interpreter:
    return Interpreter(domain)


def understood(domain: Domain, sentence: str) -> str | None:
    """The intents of a sentence in the notation of the files, None where it is refused."""
    try:
        return "; ".join(_written(intent) for intent in interpreter(domain).understand(sentence).intents)
    except NotUnderstood:
        return None


def lex(domain: Domain, sentence: str) -> list[Lexeme]:
    """The lexemes of a sentence, each with all its senses."""
    return lexemes(sentence, interpreter(domain).vocabulary)


def parse(domain: Domain, sentence: str) -> list[Clause]:
    """The clauses of a sentence, without its asides."""
    vocabulary = interpreter(domain).vocabulary
    return clauses(without_asides(lexemes(sentence, vocabulary), vocabulary), vocabulary)[0]


def roles(found: Iterable[Lexeme]) -> list[str]:
    """``word role`` of lexemes that are no fillers, by their first senses."""
    return [f"{lexeme.text} {lexeme.role}" for lexeme in found if lexeme.role not in ("filler", "article")]


def _written(intent: Intent) -> str:
    places = [(f"{region.side}." if region.side else "") + region.name for region in intent.regions]
    places += [f"<{intent.thing}>"] if intent.thing else []
    amount = intent.amount
    measure = f"{amount.value:{'' if amount.absolute else '+'}g}{amount.unit}" if amount.unit else ""
    parts = [
        intent.verb + (f":{intent.look}" if intent.look else ""),
        ",".join(places),
        f"={intent.colour.name.replace(' ', '_')}" if intent.colour else "",
        measure or (f"{amount.strength:g}" if amount.strength != USUAL else ""),
        *(f"!{region.name}" for region in intent.protected),
        *(f"~{verb}" for verb in intent.kept),
    ]
    return " ".join(part for part in parts if part)
