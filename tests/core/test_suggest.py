"""Suggestions name what was meant, and do so at least as often as Python's own ``difflib``."""

from __future__ import annotations

import difflib
import random
import string

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.suggest import close_matches

KNOWN = ("exposure", "contrast", "highlights", "shadows", "studio_grey", "studio_white", "office")


@pytest.mark.parametrize(
    ("word", "first"),
    [("exposur", "exposure"), ("STUDIO_GRAY", "studio_grey"), ("shadwos", "shadows"), ("ofice", "office")],
)
def test_what_was_meant_comes_first(word: str, first: str) -> None:
    assert close_matches(word, KNOWN)[0] == first


def test_no_more_than_wished_and_only_what_is_alike() -> None:
    assert close_matches("studio", KNOWN, n=1, cutoff=0.5) == ["studio_grey"]
    assert close_matches("studio", KNOWN, cutoff=0.5) == ["studio_grey", "studio_white"]
    assert close_matches("studio", KNOWN, cutoff=0.9) == []
    assert close_matches("zzz", KNOWN) == []
    assert close_matches("", KNOWN) == []
    assert close_matches("word", ()) == []


def _slip(word: str, chance: random.Random) -> str:
    place, letter = chance.randrange(len(word) - 1), chance.choice(string.ascii_lowercase)
    before, at, then, rest = word[:place], word[place], word[place + 1], word[place + 2 :]
    return chance.choice((
        before + then + rest, before + letter + at + then + rest, before + letter + then + rest, before + then + at + rest,
    ))  # fmt: skip


def test_ids_with_two_slips_are_found_more_often_than_by_difflib(catalogue: Catalogue) -> None:
    ids, chance = [document.id for document in catalogue.documents], random.Random(1)
    typed = [(meant, _slip(_slip(meant, chance), chance)) for meant in ids for _ in range(3)]
    ours = [close_matches(word, ids, cutoff=0.4) for _, word in typed]
    theirs = [difflib.get_close_matches(word, ids, 3, 0.4) for _, word in typed]
    first, first_there = (
        sum(near[:1] == [meant] for (meant, _), near in zip(typed, found, strict=True)) for found in (ours, theirs)
    )
    among, among_there = (
        sum(meant in near for (meant, _), near in zip(typed, found, strict=True)) for found in (ours, theirs)
    )
    assert first > first_there
    assert among > among_there
