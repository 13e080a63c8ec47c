"""Lists of a headshot: what combines, what excludes each other, and what is named that does not exist."""

from __future__ import annotations

from typing import Any

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError, UnknownEntry
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.headshot.run import parse_request
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, LocalEditor


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"clothing_styles": ("suit_of_armour",)}, "unknown_style"),
        ({"background_styles": ("moon",)}, "unknown_style"),
        ({"framing_styles": ("fisheye",)}, "unknown_style"),
        ({"clothing_styles": ("keep_original", "navy")}, "conflicting_styles"),
        ({"clothing_styles": ("navy", "white")}, "conflicting_styles"),
        ({"clothing_styles": ("own_tie", "red", "own_tie", "navy")}, "conflicting_styles"),
        ({"clothing_styles": ("own_tie",)}, "invalid_request"),
        ({"clothing_styles": ("own_tie", "own_shirt", "white")}, "invalid_request"),
        ({"background_styles": ("white", "garden")}, "conflicting_styles"),
        ({"background_styles": ("garden", "warmer", "cooler")}, "conflicting_styles"),
        ({"background_styles": ("keep_original", "warmer")}, "conflicting_styles"),
        ({"background_styles": ("blur", "warmer")}, "conflicting_styles"),
        ({"background_styles": ("transparent", "softer")}, "conflicting_styles"),
        ({"background_styles": ("garden",), "background_color": "#102030"}, "conflicting_styles"),
        ({"background_styles": ("#102030",), "background_color": "#102030"}, "conflicting_styles"),
        ({"background_styles": ("own_picture",)}, "invalid_request"),
        ({"framing_styles": ("original", "chest_up")}, "conflicting_styles"),
        ({"framing_styles": ("wide_left", "circle_safe")}, "conflicting_styles"),
    ],
)
def test_lists_that_cannot_be_carried_out_are_refused(
    sample: Picture, portraits: Portraits, catalogue: Catalogue, fields: dict[str, Any], code: str
) -> None:
    request = EditRequest("headshot", HeadshotParams(**fields), [sample])
    with pytest.raises(CatchlightError) as fault:
        LocalEditor(portraits, catalogue).run(request, Progress())
    assert fault.value.code == code
    assert len(fault.value.message) > 20


def test_lists_combine(catalogue: Catalogue) -> None:
    wish = parse_request(
        HeadshotParams(
            clothing_styles=("navy", "own_shirt", "#fefefe", "own_tie", "burgundy"),
            background_styles=("corporate_office", "softer", "warmer", "mirrored"),
            framing_styles=("linkedin_square", "circle_safe"),
        ),
        catalogue,
    )
    assert [(dye.part, dye.id) for dye in wish.dyes] == [(None, "navy"), ("shirt", "#fefefe"), ("tie", "burgundy")]
    assert (wish.ground.id, wish.ground.mirrored) == ("corporate_office", True)
    assert wish.ground.blur > 1
    assert wish.ground.warmth > 0
    assert (wish.view.style.id, wish.view.circle) == ("linkedin_square", True)


@pytest.mark.parametrize(("gone", "nearest"), [("suit", "navy"), ("turtleneck", "black"), ("bow_tie", "own_tie")])
def test_drawn_clothes_that_are_gone_name_the_nearest_colour(catalogue: Catalogue, gone: str, nearest: str) -> None:
    with pytest.raises(UnknownEntry, match=rf"no longer offered\. Choose '{nearest}'") as refusal:
        parse_request(HeadshotParams(clothing_styles=(gone,)), catalogue)
    assert (refusal.value.code, refusal.value.nearest) == ("unknown_style", nearest)


def test_a_brand_colour_by_itself_means_its_paper(catalogue: Catalogue) -> None:
    for fields in ({"background_color": "#0F766E"}, {"background_styles": ("#0f766e",)}):
        ground = parse_request(HeadshotParams(**fields), catalogue).ground
        assert (ground.id, ground.tint) == ("brand_color", (15, 118, 110))


def test_every_preset_can_be_carried_out(catalogue: Catalogue) -> None:
    for row in catalogue.headshot_presets:
        fields = {"clothing_styles": row.clothing, "background_styles": row.background, "framing_styles": row.framing}
        wish = parse_request(HeadshotParams(**fields), catalogue)
        assert wish.view.style.aspect is not None
        assert not wish.dyes, "what somebody wears is never changed unasked"
