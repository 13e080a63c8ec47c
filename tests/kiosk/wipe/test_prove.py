"""The proof finds what is left on purpose, in every form, and nothing where nothing is."""

from __future__ import annotations

import base64
import io
import json
import mmap
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.kiosk.wipe.fragments import Fragments
from catchlight.kiosk.wipe.port import WipeReceipt
from catchlight.kiosk.wipe.prove import Planted, prove, search
from catchlight.kiosk.wipe.session_folder import SessionFolder
from catchlight.paths import resources
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

SAMPLE = resources() / "samples" / "astronaut.png"
OTHER = resources() / "samples" / "officer.jpg"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


class Scene:
    """A marked picture, and a folder for traces of it."""

    def __init__(self, folder: Path) -> None:
        (folder / "marked").mkdir()
        (folder / "disk").mkdir()
        self.disk = folder / "disk"
        self.planted = Planted([SAMPLE], folder / "marked", seed=4)
        self.file = folder / "marked" / "astronaut.jpg"
        self.pixels = np.asarray(Image.open(self.file).convert("RGB"))

    def jpeg(self, pixels: Any, quality: int = 85) -> bytes:
        file = io.BytesIO()
        Image.fromarray(pixels).save(file, "JPEG", quality=quality)
        return file.getvalue()

    def small(self, side: int) -> Any:
        image = Image.fromarray(self.pixels)
        image.thumbnail((side, side))
        return np.asarray(image)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return Scene(tmp_path_factory.mktemp("proof"))


def thumbnail(scene: Scene) -> bytes:
    return scene.jpeg(scene.small(120), 80)


def cropped_and_turned(scene: Scene) -> bytes:
    """As an ID photo is made: turned upright, cut out, made smaller, before a new ground."""
    height, width = scene.pixels.shape[:2]
    turned = cv2.warpAffine(scene.pixels, cv2.getRotationMatrix2D((width / 2, height / 2), 6, 1.0), (width, height))
    piece = np.array(turned[20:340, 90:340])
    piece[:60, :40] = 255
    return scene.jpeg(cv2.resize(piece, (200, 256), interpolation=cv2.INTER_AREA), 90)


def in_database(scene: Scene) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        with closing(sqlite3.connect(Path(folder, "x.sqlite"))) as database, database:
            database.execute("CREATE TABLE kept (name TEXT, data BLOB)")
            database.execute("INSERT INTO kept VALUES (?, ?)", ("x", scene.jpeg(scene.small(300))))
        return Path(folder, "x.sqlite").read_bytes()


def in_pdf(scene: Scene) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file, pageCompression=1)
    canvas.drawImage(ImageReader(Image.fromarray(scene.small(300))), 50, 50, 200, 200)  # without loss
    canvas.save()
    return file.getvalue()


def jpeg_in_pdf(scene: Scene) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file)
    canvas.drawImage(ImageReader(io.BytesIO(scene.jpeg(scene.small(300)))), 50, 50, 200, 200)
    canvas.save()
    return file.getvalue()


def as_text(scene: Scene) -> bytes:
    return json.dumps({"image": "data:image/jpeg;base64," + base64.b64encode(thumbnail(scene)).decode()}).encode()


def mirrored_png(scene: Scene) -> bytes:
    file = io.BytesIO()
    Image.fromarray(scene.pixels[:, ::-1]).save(file, "PNG")
    return file.getvalue()


def cut_short(scene: Scene) -> bytes:
    whole = scene.jpeg(scene.pixels, 90)
    return whole[: len(whole) * 3 // 4]


def page_of_the_file(scene: Scene) -> bytes:
    data = scene.file.read_bytes()
    return os.urandom(3000) + data[20_000:24_000] + os.urandom(500)


@pytest.mark.parametrize(
    ("left", "kind"),
    [
        (lambda scene: scene.file.read_bytes(), "copy"),
        (page_of_the_file, "piece"),
        (thumbnail, "watermark"),
        (cropped_and_turned, "watermark"),
        (in_database, "watermark"),
        (in_pdf, "watermark"),
        (jpeg_in_pdf, "watermark"),
        (as_text, "watermark"),
        (mirrored_png, "watermark"),
        (cut_short, "watermark"),
    ],
)
def test_what_is_left_is_found(scene: Scene, left: Callable[[Scene], bytes], kind: str) -> None:
    since = time.time()
    trace = scene.disk / "no-suffix"
    trace.write_bytes(left(scene))
    try:
        report = search(scene.planted, [scene.disk], since)
    finally:
        trace.unlink()
    assert kind in {found.kind for found in report.traces}
    assert {found.file for found in report.traces} == {str(trace)}
    assert not report.clean


def test_other_pictures_and_unmarked_copies_are_no_traces(scene: Scene) -> None:
    since = time.time()
    (scene.disk / "other.jpg").write_bytes(OTHER.read_bytes())
    (scene.disk / "unmarked.png").write_bytes(SAMPLE.read_bytes())
    (scene.disk / "noise").write_bytes(os.urandom(100_000))
    try:
        report = search(scene.planted, [scene.disk], since)
    finally:
        for file in scene.disk.iterdir():
            file.unlink()
    assert report.clean
    assert report.files >= 3
    assert report.pictures >= 2


def test_the_session_of_another_proof_is_no_trace_and_what_this_one_left_in_it_is(scene: Scene) -> None:
    """Both have marked the same portrait, each with a mark of its own."""
    since = time.time()
    other = scene.disk / "catchlight-proof-of-another"
    other.mkdir()
    try:
        for seed in (1, 2, 3):
            Planted([SAMPLE], other, seed=seed)
            (other / "astronaut.jpg").rename(other / f"{seed}.jpg")
        assert search(scene.planted, [scene.disk], since).traces == []
        (other / "page").write_bytes(page_of_the_file(scene))
        found = search(scene.planted, [scene.disk], since).traces
    finally:
        shutil.rmtree(other)
    assert [(Path(trace.file).name, trace.kind) for trace in found] == [("page", "piece")]


@pytest.mark.parametrize("length", [1040, 2000])
def test_a_piece_is_found_wherever_it_begins(scene: Scene, length: int) -> None:
    marked = scene.file.read_bytes()
    fragments = Fragments([marked])
    for start in range(len(marked) - 9000, len(marked) - 5000, 513):
        piece = marked[start : start + length]
        before = os.urandom(776) + bytes([marked[start - 1] ^ 0xFF])  # not the byte that stands before it in the file
        place = fragments.find(before + piece + os.urandom(50))
        assert place is not None
        assert 777 <= place < 777 + length
        assert fragments.find(piece) is not None


@LINUX
def test_a_file_without_a_name_that_is_open_or_mapped_is_found(scene: Scene) -> None:
    since = time.time()
    with tempfile.TemporaryFile(dir=scene.disk) as file:
        file.write(thumbnail(scene))
        file.flush()
        open_traces = search(scene.planted, [scene.disk], since).traces
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    with mapped:
        os.listdir(scene.disk)
        mapped_traces = search(scene.planted, [scene.disk], since).traces
    assert any("(open)" in trace.file for trace in open_traces)
    assert any("(mapped)" in trace.file for trace in mapped_traces)
    assert search(scene.planted, [scene.disk], since).clean


def test_a_session_that_wipes_is_proved_and_one_that_forgets_is_not(tmp_path: Path) -> None:
    def careful(pictures: Path) -> list[WipeReceipt]:
        folder = SessionFolder.create(tmp_path)
        for picture in pictures.iterdir():
            (folder.temporary / picture.name).write_bytes(picture.read_bytes())
        return [folder.wipe("done")]

    def careless(pictures: Path) -> list[WipeReceipt]:
        (tmp_path / "cache").write_bytes(next(pictures.iterdir()).read_bytes())
        return careful(pictures)

    proof = prove([SAMPLE], careful, [tmp_path])
    assert proof.clean
    assert next(iter(proof.planted.values())) in proof.receipts[0].digests
    assert str(list(proof.lines())[-1]) == "Nothing was found."
    failed = prove([SAMPLE], careless, [tmp_path])
    assert [trace.kind for trace in failed.traces] == ["copy"]


def test_what_is_no_picture_cannot_prove_anything(tmp_path: Path) -> None:
    (tmp_path / "letter.jpg").write_bytes(b"Dear Sir or Madam")
    with pytest.raises(InvalidRequest, match=r"letter\.jpg"):
        prove([tmp_path / "letter.jpg"], lambda _: [], [tmp_path])
    with pytest.raises(InvalidRequest, match="no picture"):
        prove([], lambda _: [], [tmp_path])


def test_tables_that_all_files_of_an_encoder_share_are_no_piece(scene: Scene) -> None:
    """Of another picture, written in the same way as the marked one."""
    other = io.BytesIO()
    pixels = np.asarray(Image.open(OTHER).convert("RGB"))
    Image.fromarray(pixels).save(other, "JPEG", quality=95, subsampling=0, dpi=(300, 300))
    marked = scene.file.read_bytes()
    fragments = Fragments([marked])
    assert other.getvalue()[:100] == marked[:100]
    assert fragments.find(other.getvalue()) is None
    assert fragments.find(marked) is not None
    assert fragments.find(marked[5000:8000]) is not None


@pytest.mark.parametrize("data", [b"", b"short", bytes(5000), b"plain text " * 900])
def test_files_without_a_piece_hold_none(scene: Scene, data: bytes) -> None:
    assert Fragments([scene.file.read_bytes()]).find(data) is None
