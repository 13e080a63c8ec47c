"""One picture on paper: in the middle, at its size to the micrometre, in the printer's own numbers."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.imaging.colour.output_profiles import check_output_profile
from catchlight.imaging.colour.output_transform import to_printer
from catchlight.imaging.colour.source_colours import SourceColours
from catchlight.imaging.colour.srgb import srgb_profile
from catchlight.imaging.io import icc
from catchlight.imaging.picture import Picture
from catchlight.print.one_picture import PagePlan, density, lay_out, printed_photo, resampled
from catchlight.print.render_sheet import PrintPhoto

from tests.display_profiles import matrix_display, paper

A4 = (210.0, 297.0)


@pytest.mark.parametrize(
    ("size", "plan", "page", "expected"),
    [
        ((3000, 4000), PagePlan(A4, border_mm=5), (210, 297), (5, 15.1667, 200, 266.6667)),
        ((4000, 3000), PagePlan(A4, border_mm=5), (297, 210), (15.1667, 5, 266.6667, 200)),
        ((4000, 3000), PagePlan(A4, "portrait", border_mm=5), (210, 297), (5, 73.5, 200, 150)),
        ((3000, 4000), PagePlan(A4, "landscape", 120, 0), (297, 210), (88.5, 25, 120, 160)),
        ((1000, 1000), PagePlan((152.4, 101.6), "auto", 50.8, 3), (101.6, 152.4), (25.4, 50.8, 50.8, 50.8)),
    ],
)
def test_it_lies_in_the_middle(
    size: tuple[int, int], plan: PagePlan, page: tuple[float, float], expected: tuple[float, ...]
) -> None:
    layout = lay_out(size, plan)
    assert (layout.width_mm, layout.height_mm) == page
    (place,) = layout.placements
    assert (place.x, place.y, place.width, place.height) == pytest.approx(expected, abs=1e-3)


def test_what_does_not_fit_is_refused_with_what_does() -> None:
    with pytest.raises(InvalidRequest, match="At most 190 mm wide"):
        lay_out((3000, 4000), PagePlan(A4, width_mm=200, border_mm=10))
    with pytest.raises(InvalidRequest, match="smaller than 10 mm"):
        lay_out((3000, 400), PagePlan(A4, width_mm=30))
    with pytest.raises(InvalidRequest, match="smaller than 10 mm"):
        lay_out((3000, 4000), PagePlan((80, 80), border_mm=45))


def test_density_is_pixels_per_inch_of_paper() -> None:
    assert density((3000, 4000), lay_out((3000, 4000), PagePlan(A4, width_mm=254 / 2))) == pytest.approx(600)


def test_the_printers_numbers_come_from_the_files_own_colours() -> None:
    own = matrix_display()
    pixels = np.random.default_rng(5).integers(0, 256, (30, 40, 3), dtype=np.uint8)
    base = icc.to_srgb(pixels, own, "rgb")
    layout = lay_out((40, 30), PagePlan(A4))
    printer = check_output_profile(paper(), "paper.icc", "printer")
    wide = Picture(base, source_colours=SourceColours(own, pixels, base))
    made = printed_photo(wide, layout, printer, "relative", True).pixels
    assert np.array_equal(made, to_printer(pixels, own, printer, "relative", True))
    plain = printed_photo(Picture(base), layout, printer, "relative", True).pixels
    assert np.array_equal(plain, to_printer(base, srgb_profile(), printer, "relative", True))
    assert not np.array_equal(made, plain)
    assert np.array_equal(printed_photo(wide, layout, None, "relative", True).pixels, base)


def test_transparent_parts_are_white_paper() -> None:
    pixels = np.zeros((30, 40, 4), np.uint8)
    pixels[:, 20:, 3] = 255
    made = printed_photo(Picture(pixels), lay_out((40, 30), PagePlan(A4)), None, "relative", True).pixels
    assert (made[:, :20] == 255).all()
    assert (made[:, 20:] == 0).all()


def test_dots_of_the_same_number_are_the_pixels_themselves() -> None:
    photo = PrintPhoto(np.random.default_rng(1).integers(0, 256, (20, 30, 3), dtype=np.uint8), 3, 2)
    assert resampled(photo, (30, 20)) is photo.pixels
    assert resampled(photo, (60, 40)).shape == (40, 60, 3)
