"""The canvas through a screen's profile: what Little CMS gives for the numbers that it shows without one."""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np
import pytest
from catchlight.gui.canvas import qt_images
from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.colour.current import CURRENT, on_screen
from catchlight.gui.widgets import theme
from catchlight.imaging.colour.output_profiles import check_output_profile
from catchlight.imaging.colour.output_transform import Proof, ScreenColours
from catchlight.imaging.colour.source_colours import SourceColours
from catchlight.imaging.colour.srgb import srgb_profile
from catchlight.imaging.io import icc
from catchlight.imaging.picture import ByteImage, Picture
from PIL import Image, ImageCms
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from tests.display_profiles import P3_TO_XYZ, matrix_display, paper, table_display


@pytest.fixture(autouse=True)
def _nothing_stays() -> Iterator[None]:
    yield
    CURRENT.canvas = CURRENT.small = CURRENT.client = None


@pytest.fixture
def canvas(qtbot: QtBot) -> Canvas:
    made = Canvas(theme.build("dark"))
    qtbot.addWidget(made)
    made.resize(520, 400)
    made.show()
    qtbot.waitExposed(made)
    return made


def picture(width: int = 900, height: int = 700, channels: int = 3) -> Picture:
    """Colours of all kinds, smooth and rough, half transparent on the left where there is alpha."""
    pixels = np.random.default_rng(3).integers(0, 256, (height // 4, width // 4, channels)).astype(np.uint8)
    pixels = np.ascontiguousarray(np.repeat(np.repeat(pixels, 4, axis=0), 4, axis=1))
    if channels == 4:
        pixels[..., 3] = 255
        pixels[:, : width // 2, 3] = 128
    return Picture(pixels)


def screen(profile: bytes, proof: Proof | None = None) -> ScreenColours:
    return ScreenColours(check_output_profile(profile, "screen.icc", "display"), proof=proof)


def seen(canvas: Canvas, qtbot: QtBot) -> ByteImage:
    """What is on the screen when nothing more comes."""

    def rests() -> bool:
        canvas.grab()
        tiles = canvas._painter.tiles
        return not (tiles.behind or tiles.moving)

    qtbot.waitUntil(rests)
    return qt_images.pixels_of(canvas.grab().toImage())[2:-2, 2:-2, :3]


def through(profile: bytes, pixels: ByteImage, source: bytes | None = None) -> np.ndarray:
    """What Little CMS itself says."""
    ends = (ImageCms.ImageCmsProfile(io.BytesIO(data)) for data in (source or srgb_profile(), profile))
    flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
    transform = ImageCms.buildTransform(*ends, "RGB", "RGB", ImageCms.Intent.RELATIVE_COLORIMETRIC, flags)
    return np.asarray(transform.apply(Image.fromarray(np.ascontiguousarray(pixels)))).astype(int)


@pytest.mark.parametrize(
    ("profile", "zoom"),
    [
        (matrix_display(), None),
        (matrix_display(), 1.0),
        *((table_display(), zoom) for zoom in (None, 0.61, 1.0, 1.4, 3.0)),
    ],
)
def test_pixels_are_those_of_little_cms(canvas: Canvas, qtbot: QtBot, profile: bytes, zoom: float | None) -> None:
    colours = screen(profile)
    size = (2600, 2200) if zoom == 0.61 else (900, 700)
    pyramid = qt_images.build_pyramid(picture(*size))
    canvas.show_scene(CanvasScene(pyramid))
    canvas.fit() if zoom is None else canvas.zoom_to(zoom)
    canvas._view = canvas._view.pan(-200, -150) if zoom is not None else canvas._view
    plain = seen(canvas, qtbot)
    qt_images.make_ready(pyramid, colours)
    canvas.show_through(colours)
    inside = np.s_[120:260, 160:340]
    shown = seen(canvas, qtbot)[inside].astype(int)
    assert np.abs(shown - through(profile, plain[inside])).max() <= 1
    assert np.abs(shown - plain[inside]).mean() > 2
    canvas.show_through(None)
    assert np.array_equal(seen(canvas, qtbot), plain)


def test_every_colour_is_the_same_from_the_table() -> None:
    transform = screen(matrix_display()).transform()
    pixels = np.random.default_rng(1).integers(0, 256, (500, 700, 3), dtype=np.uint8)
    before = transform.rgb(pixels)
    transform.tabulate()
    assert transform._table is not None
    assert np.array_equal(transform.rgb(pixels), before)


def test_workers_make_pictures_ready_and_what_is_not_is_told(canvas: Canvas, qtbot: QtBot) -> None:
    colours = screen(matrix_display())
    before = qt_images.build_pyramid(picture())
    assert before.display.levels is None
    CURRENT.canvas = colours
    ready = qt_images.build_pyramid(picture())
    small = qt_images.preview(qt_images.eight_bit(picture().pixels), 1800, 1400)
    for made in (ready, small):
        assert made.display.levels is not None
        assert made.display.levels.colours is colours
    told: list[object] = []
    canvas.unready.connect(told.extend)
    canvas.show_through(colours)
    canvas.show_scene(CanvasScene(ready))
    seen(canvas, qtbot)
    assert told == []
    canvas.show_scene(CanvasScene(before))
    seen(canvas, qtbot)
    assert set(told) == {before}


def test_two_windows_on_two_screens_show_one_picture_each_in_its_own_colours(qtbot: QtBot, canvas: Canvas) -> None:
    CURRENT.canvas, CURRENT.client = screen(matrix_display()), screen(table_display())
    client = Canvas(theme.build("dark"))
    qtbot.addWidget(client)
    client.resize(canvas.size())
    client.show()
    qtbot.waitExposed(client)
    pyramid = qt_images.build_pyramid(picture())
    told: list[object] = []
    for one, colours in ((canvas, CURRENT.canvas), (client, CURRENT.client)):
        one.unready.connect(told.extend)
        one.show_scene(CanvasScene(pyramid))
        one.show_through(colours)
    inside = np.s_[120:260, 160:340]
    for one, profile in ((canvas, matrix_display()), (client, table_display())):
        one.show_through(None)
        plain = seen(one, qtbot)[inside]
        one.show_through(CURRENT.canvas if one is canvas else CURRENT.client)
        assert np.abs(seen(one, qtbot)[inside].astype(int) - through(profile, plain)).max() <= 1
    assert told == []
    taken, CURRENT.client = pyramid.display.bytes, None
    CURRENT.canvas = screen(table_display())
    qt_images.make_ready(pyramid, CURRENT.canvas)
    assert pyramid.display.bytes == taken / 2, "what no window shows any more is given back"


def test_transparent_pixels_keep_their_opacity(canvas: Canvas, qtbot: QtBot) -> None:
    colours = screen(matrix_display())
    made = picture(channels=4)
    pyramid = qt_images.build_pyramid(made)
    qt_images.make_ready(pyramid, colours)
    assert pyramid.display.levels is not None
    image = pyramid.display.levels.finished[0]
    assert image is not None
    straight = image.convertToFormat(QImage.Format.Format_RGBA8888)
    shown = np.frombuffer(straight.constBits(), np.uint8).reshape(made.height, made.width, 4)
    assert np.array_equal(shown[..., 3], made.pixels[..., 3])
    solid = made.pixels[..., 3] == 255
    expected = through(matrix_display(), np.asarray(made.pixels[..., :3], np.uint8))
    assert np.abs(shown[..., :3].astype(int) - expected)[solid].max() <= 1
    assert np.abs(shown[..., :3].astype(int) - expected)[~solid].max() <= 3  # half opaque: half the steps


def test_wide_colours_are_shown_as_the_file_has_them(canvas: Canvas, qtbot: QtBot) -> None:
    """A red that sRGB cannot hold: on a screen of the same primaries its own number, not sRGB's red."""
    own = icc.build_profile(P3_TO_XYZ, np.linspace(0, 1, 4096) ** 2.2, "the file's")
    pixels = np.full((700, 900, 3), (250, 20, 20), np.uint8)
    base = icc.to_srgb(pixels, own, "rgb")
    made = Picture(base, source_colours=SourceColours(own, pixels, base))
    colours = screen(matrix_display())
    pyramid = qt_images.build_pyramid(made)
    qt_images.make_ready(pyramid, colours)
    canvas.show_scene(CanvasScene(pyramid))
    canvas.zoom_to(1.0)
    canvas.show_through(colours)
    middle = seen(canvas, qtbot)[190:210, 250:270].astype(int)
    assert np.abs(middle - (250, 20, 20)).max() <= 1
    assert np.abs(through(matrix_display(), base[:4, :4]) - (250, 20, 20)).max() > 8
    canvas.show_through(None)
    assert np.array_equal(seen(canvas, qtbot)[200, 260], base[0, 0])


def test_a_proof_shows_paper_and_warns(canvas: Canvas) -> None:
    profile = check_output_profile(paper(), "paper.icc", "printer")
    white = np.full((4, 4, 3), 255, np.uint8)
    vivid = np.tile(np.array([[0, 255, 0], [128, 128, 128]], np.uint8), (3, 1, 1))

    def proofed(pixels: ByteImage, **choices: object) -> np.ndarray:
        return ScreenColours(None, proof=Proof(profile, **choices)).transform().rgb(pixels).astype(int)  # type: ignore[arg-type]

    assert proofed(white).min() >= 254
    tinted = proofed(white, paper_white=True)[0, 0]
    assert tinted[2] < tinted[0] <= 255
    assert tinted[2] < 245
    dull = proofed(vivid)
    assert np.ptp(dull[0, 0]) < 200
    warned = proofed(vivid, gamut=True)
    assert (warned[:, 0, 0] > 190).all()
    assert (warned[:, 0, 1] < 80).all()
    assert np.array_equal(warned[:, 1], dull[:, 1])


def test_an_srgb_screen_changes_nothing() -> None:
    assert not screen(srgb_profile()).active
    assert screen(matrix_display()).active
    assert ScreenColours(None, proof=Proof(check_output_profile(paper(), "paper.icc", "printer"))).active
    image = qt_images.to_screen_format(qt_images.eight_bit(picture(64, 64).pixels))
    assert on_screen(image) is image
