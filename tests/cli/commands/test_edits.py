"""Editing files from the terminal: what is written, what is said, and with which exit code."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.operations.registry import OPERATIONS
from catchlight.service.editor import EditRequest, EditResult

from tests.cli.conftest import Run
from tests.doubles import EchoEditor, FailingEditor


def test_one_picture_to_one_file(catchlight: Run, photo: Path, catalogue: Catalogue) -> None:
    out = photo.with_name("uk.jpg")
    ran = catchlight("id-photo", photo, out, "--spec", "uk_passport", "--background", "document")
    assert ran.as_judged, ran
    assert str(out) in ran.out
    assert "413 x 531 px, 300 dpi" in ran.out
    assert "verdict:" in ran.out
    picture = codec.decode(out.read_bytes())
    assert (picture.width, picture.height, picture.dpi, picture.metadata.media_type) == (413, 531, 300, "image/jpeg")
    assert picture.record.steps[-1].operation == "id_photo"


def test_the_documents_own_background_is_the_default_here(catchlight: Run, photo: Path, catalogue: Catalogue) -> None:
    for spec, colour in (("us_visa", (255, 255, 255)), ("fr_passport", (220, 227, 234))):
        ran = catchlight("id-photo", photo, photo.parent / spec, "--spec", spec)
        assert ran.as_judged, ran
        (made,) = (photo.parent / spec).iterdir()
        picture = codec.decode(made.read_bytes())
        assert not picture.has_alpha
        assert tuple(picture.rgb8[3, 3]) == pytest.approx(colour, abs=3)
        upload = catalogue.documents.get(spec).upload  # type: ignore[union-attr]
        if upload is not None:
            assert (made.suffix, made.stat().st_size <= 240_000) == (".jpg", True)
    clear = photo.parent / "clear.png"
    assert catchlight("id-photo", photo, clear, "--spec", "us_visa", "--background", "transparent").as_judged
    assert codec.decode(clear.read_bytes()).has_alpha
    assert "[default: document]" in " ".join(catchlight("id-photo", "--help").out.split())


def test_a_file_that_the_upload_does_not_take_says_so(catchlight: Run, photo: Path) -> None:
    ran = catchlight("id-photo", photo, photo.parent / "visa.png", "--spec", "us_visa")
    assert ran.as_judged, ran
    assert "The upload takes JPEG, and this file is PNG." in " ".join(ran.out.split())


def test_a_sheet_is_a_pdf_by_its_suffix(catchlight: Run, photo: Path) -> None:
    out = photo.with_name("sheet.pdf")
    ran = catchlight("print-sheet", photo, out, "--copies", "4")
    assert ran.code == 0, ran.err
    assert out.read_bytes().startswith(b"%PDF-")
    assert "4 photos" in ran.out


NAMED = {
    ("adjust", "adjustment_prompt"): "PROMPT",
    ("adjust", "settings"): "--set",
    ("edit", "user_prompt"): "PROMPT",
    ("face_expression", "expression_key"): "--key",
    ("face_expression", "coefficients"): "--set",
    ("edit", "hotspot"): "--at",
    ("edit", "shape"): "--shape",
    ("hair", "hair_color"): "--color",
    ("headshot", "clothing_styles"): "--clothing",
    ("headshot", "background_styles"): "--background",
    ("headshot", "framing_styles"): "--framing",
    ("hair", "color_strength"): "--strength",
    ("hair", "hair_styles"): "--style",
}
"""Parameters that are called otherwise on the command line."""
PAINTED = {("hair", "strokes"), ("edit", "strokes"), ("brush", "edits"), ("brush", "face")}
"""Parameters that only a hand on the picture gives."""


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=lambda operation: operation.id)
def test_every_parameter_is_an_option(catchlight: Run, operation: object) -> None:
    key = operation.id  # type: ignore[attr-defined]
    command = {"layout": "print-sheet", "face_expression": "expression"}.get(key, key.replace("_", "-"))
    text = catchlight(command, "--help").out
    for name in operation.params.model_fields:  # type: ignore[attr-defined]
        if (key, name) not in PAINTED:
            assert NAMED.get((key, name), f"--{name.replace('_', '-')}") in text
    assert "Undefined" not in text


def test_options_reach_the_operation_and_absent_ones_keep_their_defaults(catchlight: Run, photo: Path) -> None:
    editor = EchoEditor()
    ran = catchlight("id-photo", photo, photo.with_name("o.png"), "--hd", "--no-align", "--dpi", "200", editor=editor)
    assert ran.code == 0, ran.err
    params = editor.requests[0].params
    given = {"hd": True, "align": False, "dpi": 200, "output_format": "png"}
    assert params.model_dump(exclude_defaults=True) == {**given, "background": "document"}


def test_several_pictures_on_one_sheet(catchlight: Run, photo: Path, sample_bytes: bytes) -> None:
    other = photo.with_name("bert.png")
    other.write_bytes(sample_bytes)
    editor = EchoEditor()
    arguments = (
        "print-sheet",
        photo,
        other,
        photo.with_name("s.png"),
        "--together",
        "--mixed",
        "spec=us_passport,copies=2",
    )
    ran = catchlight(*arguments, editor=editor)
    assert ran.code == 0, ran.err
    assert len(editor.requests[0].pictures) == 2
    assert editor.requests[0].params.model_dump()["mixed"][0] == {"spec": "us_passport", "copies": 2}


def test_a_folder_and_a_failure_in_it(catchlight: Run, tmp_path: Path, sample_bytes: bytes) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a.png", "b.PNG"):
        (folder / name).write_bytes(sample_bytes)
    (folder / "a.jpg").write_bytes(sample_bytes[:5000])
    (folder / "notes.txt").write_text("no picture")
    out = tmp_path / "out"
    ran = catchlight("id-photo", folder, out, editor=EchoEditor())
    assert ran.code == 1
    assert sorted(file.name for file in out.iterdir()) == ["a_png-id-photo.png", "b-id-photo.png"]
    assert "a.jpg" in ran.err
    assert "2 of 3 done, 1 failed" in ran.err
    assert len(ran.out.splitlines()) == 2


def test_nothing_is_overwritten_silently(catchlight: Run, photo: Path) -> None:
    out = photo.with_name("out.png")
    out.write_bytes(b"precious")
    ran = catchlight("id-photo", photo, out, editor=EchoEditor())
    assert (ran.code, out.read_bytes()) == (1, b"precious")
    assert "--overwrite" in ran.err
    assert catchlight("id-photo", photo, out, "--overwrite", editor=EchoEditor()).code == 0
    assert out.read_bytes() != b"precious"


@pytest.mark.parametrize("link", [False, True])
def test_the_source_is_never_written_over(catchlight: Run, photo: Path, link: bool) -> None:
    before = photo.read_bytes()
    out = photo
    if link:
        out = photo.with_name("link.png")
        out.symlink_to(photo)
    ran = catchlight("id-photo", photo, out, "--overwrite", editor=EchoEditor())
    assert ran.code == 1
    assert "never written over" in ran.err
    assert photo.read_bytes() == before
    assert sorted(file.name for file in photo.parent.iterdir()) == sorted({photo.name, out.name})


def test_an_error_is_one_plain_sentence(catchlight: Run, photo: Path) -> None:
    editor = FailingEditor(UnusablePicture("There is no face in the picture.", code="no_face"))
    ran = catchlight("id-photo", photo, photo.with_name("o.png"), editor=editor)
    assert (ran.code, ran.err) == (1, f"error: {photo}: There is no face in the picture.\n")


def test_the_unforeseen_goes_to_the_log(catchlight: Run, photo: Path, tmp_path: Path) -> None:
    ran = catchlight("id-photo", photo, photo.with_name("o.png"), editor=FailingEditor(RuntimeError("inside")))
    assert ran.code == 1
    assert "Traceback" not in ran.err
    assert "inside" in (tmp_path / "home" / "logs" / "catchlight.log").read_text()


def test_a_wrong_id_stops_the_batch_as_wrong_usage(catchlight: Run, photo: Path, sample_bytes: bytes) -> None:
    other = photo.with_name("bert.png")
    other.write_bytes(sample_bytes)
    ran = catchlight("id-photo", photo, other, photo.with_name("out"), "--spec", "uk_pasport")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("error:") == 1
    assert "uk_passport" in ran.err


class _Cancelling:
    """An editor during whose second picture Ctrl+C is pressed."""

    def __init__(self) -> None:
        self.inner = EchoEditor()

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        import signal

        if self.inner.requests:
            signal.raise_signal(signal.SIGINT)
            progress.check()
            raise AssertionError("not cancelled")
        return self.inner.run(request, progress)


def test_ctrl_c_keeps_what_is_finished(catchlight: Run, tmp_path: Path, sample_bytes: bytes) -> None:
    for name in "abc":
        (tmp_path / f"{name}.png").write_bytes(sample_bytes)
    sources = [tmp_path / f"{name}.png" for name in "abc"]
    ran = catchlight("id-photo", *sources, tmp_path / "out", editor=_Cancelling())
    assert ran.code == 130
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["a-id-photo.png"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.png", "o.png"], "missing.png"),
        (["{photo}", "o.gif"], ".gif"),
        (["{photo}", "o.pdf"], ".pdf"),
        (["{photo}", "{photo}", "{folder}", "o.png"], "folder"),
        (["{photo}", "o.png", "--dpi", "5000"], "--dpi"),
        (["{photo}", "o.png", "--dpi", "many"], "--dpi"),
        (["{photo}", "o.png", "--width-mm", "35"], "--height-mm"),
        (["{photo}", "o.png", "--output-format", "jpeg"], "--output-format"),
        (["{photo}", "o.png", "--invented"], "--invented"),
        (["{photo}"], "OUT"),
        ([], "IN"),
        (["{empty}", "out"], "no pictures"),
    ],
)
def test_wrong_usage_is_told_and_writes_nothing(
    catchlight: Run, photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "x.png").write_bytes(photo.read_bytes())
    before = sorted(tmp_path.iterdir())
    named = {"photo": photo, "empty": tmp_path / "empty", "folder": tmp_path / "folder"}
    ran = catchlight("id-photo", *(word.format(**named) for word in arguments), editor=EchoEditor())
    assert ran.code == 2
    assert said in ran.err
    assert sorted(tmp_path.iterdir()) == before


def test_a_shape_is_given_feature_by_feature(catchlight: Run, photo: Path) -> None:
    editor = EchoEditor()
    out = photo.with_name("o.png")
    wish = ("--at", "10,20", "--shape", "face-width=-0.4", "--shape", "eyes=0.2")
    ran = catchlight("edit", photo, out, "", *wish, editor=editor)
    assert ran.code == 0, ran.err
    assert editor.requests[0].params.shape.amounts() == {"face_width": -0.4, "eyes": 0.2}
    for wrong, said in (("ears=1", "NAME=VALUE"), ("nose=big", "is no number"), ("jaw=-2", "greater than")):
        ran = catchlight("edit", photo, out, "", "--at", "10,20", "--shape", wrong)
        assert ran.code == 2
        assert said in " ".join(ran.err.split())
