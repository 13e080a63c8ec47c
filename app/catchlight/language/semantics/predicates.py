"""Predicative adjectives and colours: whether "the beard is grey" states how something is, or wishes it to be so."""

from __future__ import annotations

from catchlight.language.parse.clauses import Clause
from catchlight.language.parse.lexing import Lexeme


def complains(clause: Clause, act: Lexeme) -> bool:
    """ "It is dark": the word before is "is" and nothing is asked for."""
    if clause.has("make", "give") or any(_is_wish(lexeme) for lexeme in clause.all("filler")):
        return False
    if any(lexeme.role == "is" and lexeme.value == "made" for lexeme in clause.lexemes):
        return True
    at = clause.lexemes.index(act)
    before = [lexeme for lexeme in clause.lexemes[:at] if lexeme.role not in ("degree", "filler", "pronoun", "article")]
    return bool(before) and before[-1].role == "is"


def _is_wish(lexeme: Lexeme) -> bool:
    """ "I'd rather it was white" says how it should be."""
    said = lexeme.text.casefold().split()
    return "rather" in said[1:] or not {"wish", "prefer"}.isdisjoint(said)


def is_bare_adjective(clause: Clause, act: Lexeme) -> bool:
    """An adjective alone complains: 有点亮, "dark". 亮一点 asks for it."""
    if not act.senses[0].base or clause.has("make", "give", "more", "less", "to", "region", "thing"):
        return False
    at = clause.lexemes.index(act)
    asked = not act.text.isascii() and at + 1 < len(clause.lexemes) and clause.lexemes[at + 1].has("degree")
    return not asked


def deepens_fault(clause: Clause, act: Lexeme) -> bool:
    """ "The frown lines are too deep": the adjective says how bad the fault is, the fault what to mend."""
    sense = act.senses[0]
    if not sense.base or sense.verbal or not clause.has("fault") or clause.has("make", "give"):
        return False
    return clause.has("too") or complains(clause, act)
