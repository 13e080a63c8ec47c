"""Inflection: English plurals, verb forms and comparatives, so that the vocabulary files hold each word once."""

from __future__ import annotations

_VOWELS = "aeiou"
_DOUBLING = frozenset({"blur", "tan", "dim", "cut", "drop", "trim", "get", "rid", "set", "put", "red", "flat", "hot",
                       "wet", "thin", "big", "sad"})  # fmt: skip


def _stem(word: str, ending: str) -> str:
    if word in _DOUBLING:
        return word + word[-1] + ending
    if word.endswith("e"):
        return word[:-1] + ending
    if word.endswith("y") and word[-2:-1] not in _VOWELS and ending[0] == "e":
        return word[:-1] + "i" + ending
    return word + ending


def verb_forms(phrase: str) -> tuple[str, ...]:
    """``brighten up`` with brightens, brightening, brightened."""
    first, _, rest = phrase.partition(" ")
    if not first.isascii() or not first.isalpha():
        return (phrase,)
    forms = (first, first + "s", _stem(first, "ing"), _stem(first, "ed"))
    if first.endswith("y"):
        forms = (first, _stem(first, "es"), first + "ing", _stem(first, "ed"))
    return tuple(f"{form} {rest}".rstrip() for form in forms)


def comparisons(adjective: str) -> tuple[str, ...]:
    """Brighter and brightest for bright; none for several words, long words and other scripts."""
    if not adjective.isascii() or not adjective.isalpha() or len(adjective) > 7:
        return ()
    return _stem(adjective, "er"), _stem(adjective, "est")


def likenesses(adjective: str) -> tuple[str, ...]:
    """Yellowish for yellow."""
    return (_stem(adjective, "ish"),) if adjective.isascii() and adjective.isalpha() else ()


def plurals(noun: str) -> tuple[str, ...]:
    """The noun and its plural; words of other scripts as they are."""
    if not noun.isascii() or noun.endswith("s"):
        return (noun,)
    return noun, _stem(noun, "es") if noun.endswith("y") else noun + ("es" if noun.endswith(("sh", "ch", "x")) else "s")
