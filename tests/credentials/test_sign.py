"""Signed files: valid by c2pa's own reader, with the same pixels and metadata; a changed byte is told, nothing private is, and
no network is asked."""

from __future__ import annotations

import http.server
import io
import json
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import c2pa
import numpy as np
import pytest
from catchlight.credentials import library
from catchlight.credentials.errors import CredentialsFault, CredentialsMissing
from catchlight.credentials.identity import CHAIN, KEY, Identity
from catchlight.credentials.manifest import DIGITAL_SOURCES
from catchlight.credentials.reading import SENTENCES, read_anchors, read_credentials
from catchlight.credentials.sign import sign
from catchlight.credentials.words import ACTIONS, STATES, action_parts, rows
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import CAPTURED_COMPOSITE, TRAINED, TRAINED_COMPOSITE
from catchlight.imaging.source_file import joined
from catchlight.service.files.reading import read_picture

from tests.credentials.conftest import picture, step

LIMITS = codec.DecodeLimits()


def signed(made: Picture, identity: Identity, media_type: str = "image/jpeg") -> bytes:
    return sign(codec.encode(made, media_type), media_type, made, identity)


def manifest_of(data: bytes, media_type: str = "image/jpeg") -> dict[str, Any]:
    """The active manifest by c2pa's reader."""
    told = json.loads(c2pa.Reader(media_type, io.BytesIO(data), context=library.context()).json())
    found: dict[str, Any] = told["manifests"][told["active_manifest"]]
    return found


def actions_of(data: bytes, media_type: str = "image/jpeg") -> list[dict[str, Any]]:
    (assertion,) = (one for one in manifest_of(data, media_type)["assertions"] if "actions" in one["label"])
    found: list[dict[str, Any]] = assertion["data"]["actions"]
    return found


@pytest.mark.parametrize(("media_type", "depth"), [("image/jpeg", 8), ("image/png", 8), ("image/png", 16)])
def test_a_signed_file_is_valid_by_the_reader_itself_and_otherwise_the_same(
    media_type: str, depth: int, identity: Identity, anchors: str
) -> None:
    made = picture(step("adjust"), depth=depth)
    plain = codec.encode(made, media_type)
    data = sign(plain, media_type, made, identity)
    with c2pa.Reader(media_type, io.BytesIO(data), context=library.context(anchors)) as reader:
        assert reader.get_validation_state() == "Trusted"
        assert reader.is_embedded()
    before, after = codec.decode(plain), codec.decode(data)
    assert np.array_equal(before.pixels, after.pixels)
    assert after.pixels.dtype == before.pixels.dtype
    assert after.record == made.record
    assert (after.dpi, after.metadata.profile) == (before.dpi, before.metadata.profile)
    assert after.metadata.credentials
    assert not before.metadata.credentials
    assert 2_000 < len(data) - len(plain) < 12_000


def test_exif_and_the_colour_profile_survive(identity: Identity, tmp_path: Path) -> None:
    from PIL import Image

    exif = Image.Exif()
    exif[271], exif[306] = "Maker of cameras", "2026:03:01 12:00:00"
    file = tmp_path / "shot.jpg"
    Image.fromarray(picture().pixels).save(file, exif=exif.tobytes())
    opened = read_picture(file, LIMITS)
    data = signed(opened, identity)
    again = codec.decode(data)
    assert b"Maker of cameras" in again.metadata.exif
    assert again.metadata.exif == codec.decode(codec.encode(opened, "image/jpeg")).metadata.exif
    with Image.open(io.BytesIO(data)) as image:
        assert (
            image.info["icc_profile"] == Image.open(io.BytesIO(codec.encode(opened, "image/jpeg"))).info["icc_profile"]
        )


@pytest.mark.parametrize("media_type", ["image/jpeg", "image/png"])
def test_one_changed_byte_is_told_wherever_it_lies(media_type: str, identity: Identity, anchors: str) -> None:
    """Of the picture, its metadata, and what is said of it; C2PA leaves out headers of boxes and a kilobyte of padding."""
    made = picture(step("adjust"))
    plain, data = codec.encode(made, media_type), signed(made, identity, media_type)
    assert read_credentials(data, anchors).state == "trusted"
    behind = data.index(b"jumb") + len(data) - len(plain)
    said = [data.index(word) for word in (b"c2pa.color_adjustments", b"Catchlight", b"2026-03-01")]
    for place in (*range(behind, len(data), 1499), *said, len(data) - 20, len(data) - 1):
        changed = bytearray(data)
        changed[place] ^= 1
        report = read_credentials(bytes(changed), anchors)
        assert report.state == "tampered", (place, report)
        assert report.codes


def test_who_is_not_known_is_untrusted_and_trusted_once_listed(
    identity: Identity, anchors: str, tmp_path: Path
) -> None:
    data = signed(picture(step("adjust")), identity)
    unknown = read_credentials(data)
    assert (unknown.state, unknown.codes) == ("untrusted", ("signingCredential.untrusted",))
    assert unknown.signer == "Studio Müller"
    listed = tmp_path / "list.pem"
    listed.write_text(anchors)
    assert read_credentials(data, read_anchors(tmp_path / "none", str(listed))).state == "trusted"
    with pytest.raises(CredentialsFault, match="cannot be read"):
        read_anchors(tmp_path, str(tmp_path / "gone.pem"))
    listed.write_text("nothing")
    with pytest.raises(CredentialsFault, match="holds no certificates"):
        read_anchors(tmp_path, str(listed))


def test_files_without_any_and_of_other_types_are_told() -> None:
    assert read_credentials(codec.encode(picture(), "image/jpeg")).state == "none"
    assert read_credentials(codec.encode(picture(), "image/webp")).state == "none"
    assert read_credentials(b"%PDF-1.7 something").state == "unsupported"
    assert read_credentials(codec.encode(picture(), "image/png")[:60]).state == "none"


@pytest.mark.parametrize("media_type", ["image/tiff", "image/webp", "image/avif", "application/pdf"])
def test_types_that_are_not_signed_are_refused_never_left_unsigned(media_type: str, identity: Identity) -> None:
    with pytest.raises(CredentialsFault, match="Export a JPEG or PNG"):
        sign(b"whatever", media_type, picture(), identity)


def test_a_file_that_cannot_be_signed_is_told(identity: Identity) -> None:
    with pytest.raises(CredentialsFault, match="could not be written"):
        sign(b"no jpeg at all", "image/jpeg", picture(), identity)


def test_the_record_becomes_actions_in_the_words_of_c2pa(identity: Identity) -> None:
    made = picture(
        step("crop", "geometry"),
        step("adjust"),
        step("id_photo", "background"),
        step("hair", digitalSource=CAPTURED_COMPOSITE),
        step("edit", "imagined"),
        step("layout", "print"),
    )
    actions = actions_of(signed(made, identity))
    assert [action["action"] for action in actions] == [
        "c2pa.opened",
        "c2pa.cropped",
        "c2pa.color_adjustments",
        "c2pa.cropped",
        "c2pa.edited",
        "c2pa.edited",
        "c2pa.edited",
        "c2pa.edited",
    ]
    sources = [action.get("digitalSourceType", "").removeprefix(DIGITAL_SOURCES) for action in actions]
    assert sources == ["", "", "", "", "", CAPTURED_COMPOSITE, TRAINED_COMPOSITE, ""]
    assert actions[2]["when"] == "2026-03-01T12:30:15Z"
    assert actions[2]["softwareAgent"] == {"name": "Catchlight", "version": "0.2.0"}
    assert {action["action"] for action in actions} <= set(ACTIONS)


def test_nothing_private_goes_into_the_manifest(identity: Identity, tmp_path: Path) -> None:
    file = tmp_path / "Erika Mustermann.jpg"
    file.write_bytes(codec.encode(picture(seed=3), "image/jpeg"))
    opened = read_picture(file, LIMITS)
    made = opened.with_(record=picture(step("edit")).record)
    told = json.dumps(manifest_of(signed(made, identity)))
    assert "Erika" not in told
    assert "secret wish" not in told
    assert str(tmp_path) not in told
    assert identity.key.decode().splitlines()[1] not in signed(made, identity).decode("latin-1")


def test_a_source_with_credentials_keeps_them_and_its_steps_are_not_told_twice(
    identity: Identity, anchors: str, tmp_path: Path
) -> None:
    first = tmp_path / "first.jpg"
    first.write_bytes(signed(picture(step("adjust")), identity))
    opened = read_picture(first, LIMITS)
    made = opened.with_(record=opened.record.then(step("edit", "imagined")))
    data = signed(made, identity, "image/png")
    report = read_credentials(data, anchors)
    assert (report.state, report.source_state) == ("trusted", "untrusted")
    assert [action.name for action in report.actions] == ["c2pa.opened", "c2pa.edited", "c2pa.transcoded"]
    assert report.ingredients == (("Source", "parentOf", True),)
    assert report.generative == TRAINED_COMPOSITE
    told = json.loads(c2pa.Reader("image/png", io.BytesIO(data), context=library.context()).json())
    assert len(told["manifests"]) == 2
    first.write_bytes(signed(picture(step("adjust"), seed=9), identity))
    swapped = read_credentials(signed(made, identity), anchors)
    assert swapped.ingredients == (("Source", "parentOf", False),), (
        "the file is another now: its manifest is not this one's"
    )
    assert [action.name for action in swapped.actions] == ["c2pa.opened", "c2pa.color_adjustments", "c2pa.edited"]


def test_a_source_that_was_tampered_with_is_named_as_such(identity: Identity, anchors: str, tmp_path: Path) -> None:
    changed = bytearray(signed(picture(), identity))
    changed[-40] ^= 1
    file = tmp_path / "changed.jpg"
    file.write_bytes(changed)
    report = read_credentials(signed(read_picture(file, LIMITS), identity), anchors)
    assert (report.state, report.source_state) == ("trusted", "tampered")
    assert ("Made from", "a picture that had been changed after it was signed") in list(rows(report))


def test_pictures_that_joined_are_placed_ingredients(identity: Identity, anchors: str, tmp_path: Path) -> None:
    opened = []
    for number, kind in enumerate(("image/jpeg", "image/webp", "image/tiff")):
        file = tmp_path / f"{number}"
        file.write_bytes(codec.encode(picture(seed=number), kind))
        opened.append(read_picture(file, LIMITS))
    made = joined(picture(step("hair", digitalSource=CAPTURED_COMPOSITE)), tuple(opened))
    report = read_credentials(signed(made, identity), anchors)
    assert report.state == "trusted"
    assert [relation for _, relation, _ in report.ingredients].count("componentOf") == 2
    assert [action.name for action in report.actions][:2] == ["c2pa.opened", "c2pa.placed"]
    assert report.actions[1].source == CAPTURED_COMPOSITE
    assert ("Other pictures in it", "2") in list(rows(report))


def test_a_source_that_says_it_was_generated_makes_the_result_say_so(identity: Identity) -> None:
    made = picture(step("adjust", digitalSource=TRAINED))
    assert made.record.digital_source == TRAINED
    assert actions_of(signed(made, identity))[0]["digitalSourceType"] == DIGITAL_SOURCES + TRAINED
    said = action_parts(read_credentials(signed(made, identity)).actions[0])
    assert said == ("Opened", ("made by a generator",))


def test_without_the_extra_it_is_told_what_to_install(identity: Identity, monkeypatch: pytest.MonkeyPatch) -> None:
    data = signed(picture(), identity)
    monkeypatch.setitem(sys.modules, "c2pa", None)
    assert not library.is_installed()
    for ask in (lambda: signed(picture(), identity), lambda: read_credentials(data)):
        with pytest.raises(CredentialsMissing, match=r"pip install 'catchlight\[credentials\]'"):
            ask()


def test_every_state_has_its_words() -> None:
    assert set(STATES) == set(SENTENCES)


def test_a_manifest_on_a_server_is_not_fetched(identity: Identity, identity_folder: Path) -> None:
    """A server on this machine hears nothing, whoever names it."""
    asked: list[str] = []

    class Listening(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

    server = http.server.HTTPServer(("127.0.0.1", 0), Listening)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        created = {"action": "c2pa.created", "digitalSourceType": DIGITAL_SOURCES + "digitalCapture"}
        manifest = {"assertions": [{"label": "c2pa.actions.v2", "data": {"actions": [created]}}]}
        builder = c2pa.Builder(json.dumps(manifest), context=library.context())
        builder.set_no_embed()
        builder.set_remote_url(f"http://127.0.0.1:{server.server_port}/manifest.c2pa")
        info = c2pa.C2paSignerInfo(b"es256", identity.chain, identity.key, None)
        out = io.BytesIO()
        builder.sign(c2pa.Signer.from_info(info), "image/jpeg", io.BytesIO(codec.encode(picture(), "image/jpeg")), out)
        assert str(server.server_port).encode() in out.getvalue()
        assert read_credentials(out.getvalue()).state == "none"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert asked == []


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not on this machine")
def test_signing_and_reading_open_no_socket(identity_folder: Path, tmp_path: Path) -> None:
    code = f"""
from pathlib import Path
from catchlight.credentials.identity import load_identity
from catchlight.credentials.reading import read_anchors, read_credentials
from catchlight.credentials.sign import sign
from catchlight.imaging.io import codec
folder = Path({str(identity_folder)!r})
identity = load_identity(folder / {KEY!r}, folder / {CHAIN!r})
data = Path({str(tmp_path / "a.jpg")!r}).read_bytes()
signed = sign(data, "image/jpeg", codec.decode(data), identity)
print(read_credentials(signed, read_anchors(folder)).state)
"""
    (tmp_path / "a.jpg").write_bytes(codec.encode(picture(), "image/jpeg"))
    calls = tmp_path / "calls"
    traced = ["strace", "-f", "-e", "trace=connect,socket", "-o", str(calls), sys.executable, "-c", code]
    ran = subprocess.run(traced, capture_output=True, text=True, timeout=120)
    if "ptrace" in ran.stderr and ran.returncode:
        pytest.skip("processes cannot be traced here")
    assert ran.stdout.strip() == "trusted", ran.stderr
    assert [line for line in calls.read_text().splitlines() if "AF_INET" in line] == []
