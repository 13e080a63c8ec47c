"""Styles: in which of its ways a verb is done, as a clause says it."""

from __future__ import annotations

from catchlight.language.lexicon.row_types import Verb
from catchlight.language.parse.clauses import Clause


def style_of(clause: Clause, verb: Verb) -> str | None:
    """The last style of a clause that the verb knows; None where it says none."""
    said = (sense.value for one in clause.lexemes for sense in one.senses if sense.role == "style")
    known = [style for style in said if style in verb.styles]
    return known[-1] if known else None
