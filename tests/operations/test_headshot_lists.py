"""Lists of a headshot: what combines, what excludes each other, and what is named that does not exist."""

from __future__ import annotations

from typing import Any

import pytest
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine.errors import CatchlightError
from catchlight.engine.picture import Picture
from catchlight.engine.portrait import Portraits
from catchlight.engine.progress import Progress
from catchlight.operations.headshot import wish_of
from catchlight.operations.params.headshot import HeadshotParams
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
    wish = wish_of(
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


@pytest.mark.parametrize("words", [("turtleneck", "navy"), ("navy", "turtleneck")])
def test_a_colour_goes_with_a_garment(catalogue: Catalogue, words: tuple[str, ...]) -> None:
    wish = wish_of(HeadshotParams(clothing_styles=words), catalogue)
    assert wish.dress is not None
    assert (wish.dress.id, wish.dress.color, wish.dress.rgb) == ("turtleneck", "navy", (0x22, 0x2B, 0x45))
    assert not wish.dyes


def test_a_garment_alone_has_its_usual_colour(catalogue: Catalogue) -> None:
    wish = wish_of(HeadshotParams(clothing_styles=("t_shirt",)), catalogue)
    assert wish.dress is not None
    assert wish.dress.color == "t_shirt"
    assert wish.touches_person


@pytest.mark.parametrize(
    "words",
    [
        ("turtleneck", "t_shirt"),
        ("turtleneck", "own_jacket", "navy"),
        ("turtleneck", "navy", "red"),
        ("turtleneck", "keep_original"),
    ],
)
def test_what_excludes_a_garment_is_a_conflict(catalogue: Catalogue, words: tuple[str, ...]) -> None:
    with pytest.raises(CatchlightError) as refusal:
        wish_of(HeadshotParams(clothing_styles=words), catalogue)
    assert refusal.value.code == "conflicting_styles"


def test_a_brand_colour_by_itself_means_its_paper(catalogue: Catalogue) -> None:
    for fields in ({"background_color": "#0F766E"}, {"background_styles": ("#0f766e",)}):
        ground = wish_of(HeadshotParams(**fields), catalogue).ground
        assert (ground.id, ground.tint) == ("brand_color", (15, 118, 110))


def test_every_preset_can_be_carried_out(catalogue: Catalogue) -> None:
    for row in catalogue.headshot_presets:
        fields = {"clothing_styles": row.clothing, "background_styles": row.background, "framing_styles": row.framing}
        assert wish_of(HeadshotParams(**fields), catalogue).view.style.aspect is not None
