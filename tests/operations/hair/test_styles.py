"""The hair operation with styles: what it applies, tells and refuses."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import Conflict, UnknownEntry
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Kind, Step
from catchlight.operations.hair import run as hair
from catchlight.operations.hair.params import HairParams
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.face import identity
from catchlight.portrait.portrait import Portraits


@pytest.fixture
def run(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> Any:
    def ran(**params: Any) -> Outcome:
        def begin(kind: Kind, facts: dict[str, Any]) -> Step:
            made = datetime(2026, 1, 1, tzinfo=UTC)
            return Step(operation="hair", parameters={}, kind=kind, source="", made=made, facts=facts)

        return hair.run([portraits.of(sample)], HairParams(**params), Context(Progress(), catalogue, begin))

    return ran


def test_a_style_is_applied_and_told(run: Any, sample: Picture) -> None:
    outcome = run(hair_styles=("bob",))
    metadata = outcome.details["metadata"]
    assert metadata["appliedStyles"] == ["bob"]
    assert metadata["appliedColor"]["id"] == "original"
    assert outcome.details["invented"] >= 0
    assert outcome.details["doubts"] == ["invented", "forehead", "style"]
    step = outcome.picture.record.steps[-1]
    assert step.kind == "pixels"
    assert step.facts["styles"] == ["bob"]
    assert not np.array_equal(outcome.picture.pixels, sample.pixels)


def test_keep_leaves_the_style(run: Any, sample: Picture) -> None:
    outcome = run(hair_styles=("keep",), hair_color="original")
    assert outcome.picture.pixels is sample.pixels
    assert outcome.details["metadata"]["appliedStyles"] == []


def test_style_and_colour_go_together(run: Any) -> None:
    plain, dark = run(hair_styles=("bob",)), run(hair_styles=("bob",), hair_color="black")
    changed = np.abs(dark.picture.pixels.astype(int) - plain.picture.pixels).max(axis=2) > 25
    assert changed.mean() > 0.01
    assert dark.picture.pixels[changed].mean() < 0.7 * plain.picture.pixels[changed].mean()
    assert dark.details["metadata"]["appliedColor"]["id"] == "black"


def test_own_hair_that_is_changed_is_coloured_after(run: Any) -> None:
    plain, red = run(hair_styles=("more_volume",)), run(hair_styles=("more_volume",), hair_color="copper")
    changed = np.abs(red.picture.pixels.astype(int) - plain.picture.pixels).max(axis=2) > 10
    assert changed.mean() > 0.01


def test_an_unknown_style_is_named_with_the_nearest(run: Any) -> None:
    with pytest.raises(UnknownEntry, match="bob") as refusal:
        run(hair_styles=("boob",))
    assert refusal.value.code == "unknown_style"


def test_a_style_that_is_gone_names_the_nearest_that_is_offered(run: Any) -> None:
    with pytest.raises(UnknownEntry, match=r"no longer offered\. Choose 'bob'") as refusal:
        run(hair_styles=("lob",))
    assert (refusal.value.code, refusal.value.nearest) == ("unknown_style", "bob")


def test_two_whole_styles_conflict(run: Any) -> None:
    with pytest.raises(Conflict) as refusal:
        run(hair_styles=("bob", "pixie"))
    assert refusal.value.code == "conflicting_styles"


def test_the_person_stays_the_same(run: Any, portraits: Portraits, sample: Picture) -> None:
    portrait = portraits.of(sample)
    for style in ("more_volume", "less_volume", "smooth"):
        after = run(hair_styles=(style,)).picture.rgb8
        other = identity.embedding(after, portrait.landmarks, portrait.models)
        assert identity.likeness(portrait.identity, other) > 0.9, style
