"""Previews that are made ahead: what is looked at next is kept, whatever else there is no memory for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from catchlight.gui.culling import previews
from catchlight.gui.culling.previews import PreviewCache
from catchlight.gui.document.document import OpenDocument
from catchlight.imaging.io.limits import DecodeLimits

from tests.gui.conftest import Stage, wait
from tests.gui.culling.conftest import COUNT

ROOM = 3


@pytest.fixture
def made(stage: Stage, shots: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[PreviewCache, list[OpenDocument]]:
    """A cache with room for three previews, and six pictures."""
    stage.session.open_paths([shots])
    wait(lambda: len(stage.session.marks.visible) == COUNT)
    documents = list(stage.session.documents)
    cache = PreviewCache(stage.session.jobs, DecodeLimits(), stage.window)
    cache.want(documents[:1], [])
    wait(lambda: cache.of(documents[0]) is not None)
    monkeypatch.setattr(previews, "MOST_BYTES", round(1.25 * ROOM * cache.bytes))
    return cache, documents


def settle(stage: Stage, cache: PreviewCache, shown: Sequence[OpenDocument], coming: Sequence[OpenDocument]) -> None:
    cache.want(shown, coming)
    wait(lambda: cache.of(shown[0]) is not None and stage.session.jobs.idle)


def test_no_more_are_made_than_fit_and_the_next_ones_first(
    stage: Stage, made: tuple[PreviewCache, list[OpenDocument]]
) -> None:
    cache, documents = made
    settle(stage, cache, documents[:1], documents[1:])
    assert set(cache.kept) == set(documents[:ROOM])


def test_the_next_picture_is_never_given_up_for_those_behind(
    stage: Stage, made: tuple[PreviewCache, list[OpenDocument]]
) -> None:
    cache, documents = made
    settle(stage, cache, documents[:1], documents[1:])
    for place in range(1, COUNT - ROOM + 1):
        assert cache.of(documents[place]) is not None, "made before it is looked at"
        settle(stage, cache, documents[place : place + 1], [*documents[place + 1 :], *documents[:place][::-1]])
        assert set(cache.kept) == set(documents[place : place + ROOM])


def test_what_nobody_will_look_at_goes_first(stage: Stage, made: tuple[PreviewCache, list[OpenDocument]]) -> None:
    cache, documents = made
    settle(stage, cache, documents[:1], documents[1:])
    settle(stage, cache, documents[5:], [documents[2], documents[4]])
    assert set(cache.kept) == {documents[5], documents[2], documents[4]}
