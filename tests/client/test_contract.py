"""One suite for every Editor: the same edits, the same errors, on this computer and across the network."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.remote import RemoteEditor
from catchlight.core.errors import CatchlightError, Conflict, UnknownEntry, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.hair.params import HairParams
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.operation import File
from catchlight.operations.print_sheet.params import LayoutParams, SheetItem
from catchlight.operations.registry import OPERATIONS
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import Editor, EditRequest, LocalEditor

from tests.server.conftest import Running, running_engine

LEVELS = ("local", "remote")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, catalogue: Catalogue, portraits: Portraits) -> Iterator[Running]:
    """The real engine behind a real server."""
    with running_engine(tmp_path_factory.mktemp("home") / "store", catalogue, portraits) as service:
        yield service


@pytest.fixture(params=LEVELS)
def editor(request: pytest.FixtureRequest, server: Running, portraits: Portraits, catalogue: Catalogue) -> Editor:
    if request.param == "local":
        return LocalEditor(portraits, catalogue)
    return RemoteEditor(server.url, OPERATIONS)


@pytest.fixture(scope="module")
def sample(sample_bytes: bytes) -> Picture:
    return codec.decode(sample_bytes, name="astronaut.png")


def test_an_edit_gives_file_picture_and_measurements(editor: Editor, sample: Picture) -> None:
    params = IdPhotoParams(spec="us_passport", background="white")
    made = editor.run(EditRequest("id_photo", params, (sample,)), Progress())
    assert made.file.media_type == "image/png"
    assert (made.picture.width, made.picture.height) == (600, 600)
    assert np.array_equal(made.picture.pixels, codec.decode(made.file.data).pixels)
    assert made.details["verdict"]["checks"]
    step = made.picture.record.last("id_photo")
    assert step is not None
    assert step.source == sample.digest


def test_both_give_the_same_pixels_and_facts(
    server: Running, portraits: Portraits, catalogue: Catalogue, sample: Picture
) -> None:
    request = EditRequest(
        "id_photo", IdPhotoParams(spec="cn_visa", background="#438edb", output_format="png"), (sample,)
    )
    near = LocalEditor(portraits, catalogue).run(request, Progress())
    far = RemoteEditor(server.url, OPERATIONS).run(request, Progress())
    assert np.array_equal(near.picture.pixels, far.picture.pixels)
    assert {**near.details, "kilobytes": 0} == {**far.details, "kilobytes": 0} or near.details["guides"] == far.details[
        "guides"
    ]
    assert far.generation is not None
    assert server.generations.find(far.generation).operation == "id_photo"


def test_a_preview_is_the_same_here_and_there_and_is_not_kept(
    server: Running, portraits: Portraits, catalogue: Catalogue, sample: Picture
) -> None:
    before = server.stored()
    for operation, params in (
        ("id_photo", IdPhotoParams()),
        ("hair", HairParams(hair_color="copper", gender="female")),
        ("headshot", HeadshotParams(background_styles=("studio_grey",), framing_styles=("linkedin_square",))),
    ):
        request = EditRequest(operation, params, (sample,))
        near = LocalEditor(portraits, catalogue).preview(request, 160, Progress())
        far = RemoteEditor(server.url, OPERATIONS).preview(request, 160, Progress())
        assert far.picture.pixels.shape == near.picture.pixels.shape
        assert np.abs(far.picture.pixels.astype(int) - near.picture.pixels).mean() < 2.5, (
            "JPEG is all that lies between"
        )
        assert (far.width, far.height, far.details) == (near.width, near.height, near.details)
        assert (near.placement is None) == (far.placement is None)
        assert near.placement is None or np.array_equal(near.placement, far.placement)  # type: ignore[arg-type]
    assert server.stored() == before


def test_a_preview_is_refused_as_the_edit_is(editor: Editor, sample: Picture) -> None:
    with pytest.raises(CatchlightError) as refused:
        editor.preview(EditRequest("hair", HairParams(hair_color="cooper"), (sample,)), 160, Progress())
    assert refused.value.code == "unknown_color"


def test_a_picture_without_a_file_is_written_once_for_many_previews(
    server: Running, sample: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    encode = codec.encode

    def watched(picture: Picture, media_type: str, *rest: int) -> bytes:
        if picture is sample:
            written.append(media_type)
        return encode(picture, media_type, *rest)

    monkeypatch.setattr(codec, "encode", watched)
    remote = RemoteEditor(server.url, OPERATIONS)
    for strength in (0.2, 0.6, 1.0):
        params = HairParams(hair_color="copper", color_strength=strength)
        remote.preview(EditRequest("hair", params, (sample,)), 160, Progress())
    assert written == ["image/png"]


def test_several_pictures_make_one_sheet(editor: Editor, sample: Picture) -> None:
    params = LayoutParams(copies=2, mixed=(SheetItem(copies=3),), spec="us_passport")
    made = editor.run(EditRequest("layout", params, (sample, sample)), Progress())
    assert made.details["copies"] == 5


def test_a_document_comes_with_a_small_picture_of_it(editor: Editor, sample: Picture) -> None:
    made = editor.run(EditRequest("layout", LayoutParams(format="pdf"), (sample,)), Progress())
    assert made.file.media_type == "application/pdf"
    assert made.file.data.startswith(b"%PDF-")
    assert made.picture.width > 100


@pytest.mark.parametrize(
    ("params", "kind", "code"),
    [
        (IdPhotoParams(spec="atlantis"), UnknownEntry, "unknown_spec"),
        (IdPhotoParams(width_mm=200, height_mm=200, dpi=1200), Conflict, "too_small_for_spec"),
    ],
)
def test_a_refusal_has_the_same_code_and_words(
    editor: Editor, sample: Picture, params: IdPhotoParams, kind: type[CatchlightError], code: str
) -> None:
    with pytest.raises(CatchlightError) as refused:
        editor.run(EditRequest("id_photo", params, (sample,)), Progress())
    assert refused.value.code == code
    assert isinstance(refused.value, kind) or kind is UnknownEntry
    assert len(refused.value.message) > 20


def test_a_picture_without_a_face_is_refused(editor: Editor) -> None:
    grey = Picture(np.full((300, 300, 3), 128, np.uint8))
    with pytest.raises(UnusablePicture) as refused:
        editor.run(EditRequest("id_photo", IdPhotoParams(), (grey,)), Progress())
    assert refused.value.code == "no_face"


def test_a_known_file_travels_as_it_is(server: Running, sample: Picture, sample_bytes: bytes) -> None:
    photo = codec.encode(sample, "image/jpeg")
    opened = codec.decode(photo)
    request = EditRequest("id_photo", IdPhotoParams(), (opened,))
    remote = RemoteEditor(server.url, OPERATIONS)
    with_file = remote.run(replace(request, files=(File(photo, "image/jpeg"),)), Progress())
    without = remote.run(request, Progress())
    assert np.array_equal(with_file.picture.pixels, without.picture.pixels)


def test_progress_never_falls_and_ends_at_one(editor: Editor, sample: Picture) -> None:
    seen: list[tuple[float, str]] = []
    editor.run(EditRequest("id_photo", IdPhotoParams(), (sample,)), Progress(lambda *report: seen.append(report)))
    fractions = [fraction for fraction, _ in seen]
    assert fractions == sorted(fractions)
    assert seen[-1] == (1.0, "done")


def test_nothing_is_left_running(editor: Editor) -> None:
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("asyncio")]
