"""Places: the regions and the thing that a clause names, and the direction it asks for."""

from __future__ import annotations

from catchlight.language.intents import Region, Side
from catchlight.language.parse.clauses import Clause


class Refusal(Exception):
    """A clause that cannot be done, with the reason as a plain sentence."""


def regions(clause: Clause, role: str = "region") -> tuple[Region, ...]:
    """The regions a clause names, each with the side where one is named beside it."""
    left, right = clause.has("left"), clause.has("right")
    side: Side | None = None if left == right else "left" if left else "right"
    names = dict.fromkeys(lexeme.value for lexeme in clause.all(role))
    return tuple(Region(name, side) for name in names)


def thing(clause: Clause) -> str | None:
    """The thing under the hotspot. Raises Refusal for two."""
    said = [at for at, lexeme in enumerate(clause.lexemes) if lexeme.role == "thing"]
    said = [at for at in said if not _has_location_suffix(clause, at)] or said
    if (
        len(said) == 1
        and _is_location(clause, said[0])
        and any(o.text.casefold().endswith("thing") for o in clause.all("pronoun"))
    ):
        return None  # "that thing on the table"
    names = list(
        dict.fromkeys(clause.lexemes[at].value for at in said if at == said[0] or not _is_location(clause, at))
    )
    if len(names) > 1:
        raise Refusal("Only one thing at a time lies under the hotspot.")
    return names[0] if names else None


_PLACING = frozenset(
    {"in", "on", "at", "across", "over", "under", "near", "next to", "by", "behind", "above", "beside", "from"}
)


def _is_location(clause: Clause, at: int) -> bool:
    """ "The bird in the sky": the second thing only says where the first is."""
    before = [o.text.casefold() for o in clause.lexemes[:at] if o.text.casefold() not in _BARE]
    return bool(before) and before[-1] in _PLACING


def _has_location_suffix(clause: Clause, at: int) -> bool:
    """肩膀上的头皮屑: the shoulder only says where."""
    return at + 1 < len(clause.lexemes) and clause.lexemes[at + 1].text[:1] in ("上", "里", "旁", "下")


_BARE = frozenset({"the", "a", "an", "my", "his", "her", "their"})


def direction(clause: Clause) -> int:
    """+1 for more, -1 for less, 0 where nothing says so. Raises Refusal where both are said."""
    if clause.has("too"):
        return 1 if clause.has("less", "down", "lacking") else -1
    redder = any(lexeme.role == "colour" and lexeme.senses[0].base for lexeme in clause.lexemes)
    up = redder or clause.has("more", "add", "lacking", "up") or (clause.has("not") and clause.has("enough"))
    down = clause.has("less", "remove", "none", "down")
    if up and down and not (clause.has("none") and clause.has("more")):
        raise Refusal("One clause asks for more and for less.")
    return -1 if down else 1 if up else 0
