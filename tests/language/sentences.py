"""Sentences with the intents they must come to, kept as data, and how both are compared.

Intents are written in the notation of docs/language.md: ``verb:look left.region,<thing> =colour amount >side /style
!protected ~kept``, several joined by ``; ``; the usual amount (0.5) is left out, blanks in a colour's name are underscores.
Three kinds of rows:

``resources/language/bank.*.tsv``: the phrases that the ranking was learned from.
``sentences_*_held_out.json``: ``[sentence, expected]``, by people who knew the notation; null: must be refused.
``strangers.jsonl``: by people who knew nothing of the program, with what lay under the hotspot, what they meant in their own
words, and every reading of it that is right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import get_args

from catchlight.language.intents import Domain, Intent, NotUnderstood
from catchlight.language.parse.clauses import Clause, split_clauses
from catchlight.language.parse.lexing import Lexeme, lexemes
from catchlight.operations.sentences import interpreter as interpreter
from catchlight.paths import resources

DOMAINS: tuple[Domain, ...] = get_args(Domain)
FOLDER = Path(__file__).parent
STRANGERS = FOLDER / "strangers.jsonl"
USUAL = 0.5
_NOT_DONE = ("beyond", "elsewhere", "impossible", "refuse", "none")
"""Labels of what is not done in a domain."""
_AMOUNT = re.compile(r"[+-]?[0-9.]+(stops|percent|kelvin|degrees|gamma)?")

Part = tuple[str, frozenset[str], str, str, frozenset[str]]
"""Verb with its sign, places, colour, measure, protected regions."""


@dataclass(frozen=True)
class Row:
    """A sentence with every reading of it that is right."""

    domain: Domain
    sentence: str
    wanted: Sequence[str]
    place: str | None = None

    @property
    def refused(self) -> bool:
        """Whether a refusal is right."""
        return any(_is_not_done(one) for one in self.wanted)


@dataclass(frozen=True)
class Result:
    """How a row was read."""

    row: Row
    said: str | None
    """In the notation; None where it was refused."""
    right: bool
    verbs: bool
    """Whether the verbs and their directions are right."""

    @property
    def wrongly_refused(self) -> bool:
        return self.said is None and not self.right


def bank_rows(domain: Domain) -> list[Row]:
    """The phrases that the ranking was learned from."""
    text = (resources() / "language" / f"bank.{domain}.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line]
    return [Row(domain, phrase, (wanted,)) for phrase, wanted in rows]


def held_out_rows(domain: Domain) -> list[Row]:
    """Sentences that nothing was learned from or tuned on."""
    rows = json.loads((FOLDER / f"sentences_{domain}_held_out.json").read_text(encoding="utf-8"))
    return [Row(domain, sentence, (wanted or "refuse",)) for sentence, wanted in rows]


def strangers_rows(file: Path = STRANGERS) -> list[Row]:
    """Sentences of people who knew nothing of the program: lines of JSON with domain, place, text and want."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
    return [Row(row["domain"], row["text"], tuple(row["want"]), row.get("place")) for row in rows]


def understood(domain: Domain, sentence: str, place: str | None = None) -> str | None:
    """The intents of a sentence in the notation, None where it is refused."""
    try:
        return "; ".join(written(intent) for intent in interpreter(domain).understand(sentence, place).intents)
    except NotUnderstood:
        return None


def written(intent: Intent) -> str:
    """An intent in the notation."""
    places = [(f"{region.side}." if region.side else "") + region.name for region in intent.regions]
    places += [f"<{intent.thing}>"] if intent.thing else []
    amount = intent.amount
    measure = f"{amount.value:{'' if amount.absolute else '+'}g}{amount.unit}" if amount.unit else ""
    parts = [
        intent.verb + (f":{intent.look}" if intent.look else ""),
        ",".join(places),
        f"={intent.colour.name.replace(' ', '_')}" if intent.colour else "",
        measure or (f"{amount.strength:g}" if amount.strength != USUAL else ""),
        f">{intent.side}" if intent.side else "",
        f"/{intent.style}" if intent.style else "",
        *(f"!{region.name}" for region in intent.protected),
        *(f"~{verb}" for verb in intent.kept),
    ]
    return " ".join(part for part in parts if part)


def result_of(row: Row, protecting: bool = False) -> Result:
    """How a row is read. protecting: the protected regions must be the same, too."""
    said = understood(row.domain, row.sentence, row.place)
    if said is None:
        return Result(row, None, row.refused, row.refused)
    done = [one for one in row.wanted if not any(_is_not_done(wish) for wish in one.split("; "))]
    told = partial(parts, place=row.place, protecting=protecting, usual=_usual_places(row.domain))
    return Result(
        row,
        said,
        any(told(one) == told(said) for one in done),
        any(verbs(one) == verbs(said) for one in done),
    )


def share(results: Sequence[Result]) -> float:
    """The share that is right."""
    return sum(one.right for one in results) / len(results)


def parts(
    notation: str,
    place: str | None = None,
    protecting: bool = True,
    usual: Mapping[str, frozenset[str]] = MappingProxyType({}),
) -> frozenset[Part]:
    """What intents ask for, without the strength where no measure is named: "a bit" and "a lot" are the same here.

    Sides are left out, and so is the region under the hotspot (place), and where a verb works when the sentence names nothing
    (usual, by verbs): naming it or not means the same.
    """
    found = set()
    for wish in notation.split("; "):
        verb, places, colour, measure, protected = _part(wish.split(), place, protecting)
        places = frozenset() if places == usual.get(verb) else places
        found.add((verb, places, colour, measure, protected))
    return frozenset(found)


@cache
def _usual_places(domain: Domain) -> Mapping[str, frozenset[str]]:
    return {name: frozenset(verb.regions) for name, verb in interpreter(domain).vocabulary.grammar.verbs.items()}


def verbs(notation: str) -> frozenset[str]:
    """The verbs of intents with their signs."""
    return frozenset(verb for verb, *_ in parts(notation))


def _part(words: Sequence[str], place: str | None, protecting: bool) -> Part:
    places: set[str] = set()
    protected: set[str] = set()
    sign, colour, measure = "", "", ""
    for word in words[1:]:
        if word[0] == "=":
            colour = word[1:]
        elif word[0] == "!":
            protected.add(word[1:])
        elif word[0] in "~>/":
            continue
        elif amount := _AMOUNT.fullmatch(word):
            sign = "-" if word.startswith("-") else ""
            measure = word if amount[1] else ""
        else:
            places |= {one.split(".")[-1] for one in word.split(",")}
    return (
        words[0] + sign,
        frozenset(places - {place}),
        colour,
        measure,
        frozenset(protected) if protecting else frozenset(),
    )


def _is_not_done(wish: str) -> bool:
    return wish.partition(":")[0] in _NOT_DONE


def lex(domain: Domain, sentence: str) -> list[Lexeme]:
    """The lexemes of a sentence, each with all its senses."""
    return lexemes(sentence, interpreter(domain).vocabulary)


def parse(domain: Domain, sentence: str) -> list[Clause]:
    """The clauses of a sentence."""
    return split_clauses(lex(domain, sentence))


def clause_of(domain: Domain, sentence: str) -> Clause:
    """A sentence that is one clause."""
    (clause,) = parse(domain, sentence)
    return clause


def roles(found: Iterable[Lexeme]) -> list[str]:
    """``word role`` of lexemes that are no fillers, by their first senses."""
    return [f"{lexeme.text} {lexeme.role}" for lexeme in found if lexeme.role not in ("filler", "article")]
