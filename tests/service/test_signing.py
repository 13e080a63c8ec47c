"""Exports signed where the settings ask for it: by every way out, inside the size that was asked for, never silently not."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.credentials.errors import CredentialsMissing, IdentityFault
from catchlight.credentials.identity import KEY, make_identity
from catchlight.credentials.reading import CredentialsReport, read_credentials
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.operation import File
from catchlight.operations.profile_picture.work import Product
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, EditResult, LocalEditor
from catchlight.service.export import ExportRequest, encode_export
from catchlight.service.files.reading import read_picture
from catchlight.service.selection.job_steps import sign_items
from catchlight.service.signing import Signing, SigningEditor
from catchlight.store.settings.picture_settings import CredentialSettings
from catchlight.store.settings.settings import Settings
from catchlight.store.settings.settings_file import SettingsFile

from tests.doubles import EchoEditor

NOISE = Picture(np.random.default_rng(3).integers(0, 256, (400, 300, 3), np.uint8), dpi=300)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """With an identity, and signing switched on."""
    place = Home(tmp_path / "home")
    make_identity(place.credentials, "Studio")
    SettingsFile(place.settings).save(Settings(credentials=CredentialSettings(sign=True)))
    return place


@pytest.fixture
def signing(home: Home) -> Signing:
    return Signing.of_home(home)


def report(data: bytes, signing: Signing) -> CredentialsReport:
    return read_credentials(data, signing.anchors())


def test_nothing_is_signed_unless_it_was_switched_on(tmp_path: Path) -> None:
    off = Signing(tmp_path, CredentialSettings)
    file = File(b"exact bytes", "image/png")
    assert off.finish(file, NOISE).file is file
    made = encode_export(NOISE, file, ExportRequest("image/png"), Progress(), off)
    assert (made.data, made.signed, made.note) == (b"exact bytes", False, "")


def test_an_export_is_signed_and_says_what_it_is(signing: Signing) -> None:
    made = encode_export(NOISE, None, ExportRequest("image/jpeg", longest=200), Progress(), signing)
    found = report(made.data, signing)
    assert (found.state, made.signed, made.note) == ("trusted", True, "")
    assert [action.name for action in found.actions] == ["c2pa.opened", "c2pa.resized", "c2pa.transcoded"][
        : len(found.actions)
    ]
    assert "c2pa.resized" in [action.name for action in found.actions]


@pytest.mark.parametrize("media_type", ["image/tiff", "image/webp", "image/avif"])
def test_a_type_that_is_not_signed_is_written_and_told(media_type: str, signing: Signing) -> None:
    small = NOISE.with_(pixels=NOISE.pixels[:64, :64])
    made = encode_export(small, None, ExportRequest(media_type), Progress(), signing)
    kind = media_type.partition("/")[2].upper()
    assert (made.signed, made.note) == (
        False,
        f"A {kind} file takes no Content Credentials here. Export a JPEG or PNG to have them.",
    )
    assert made.data == encode_export(small, None, ExportRequest(media_type), Progress()).data


def test_the_signature_has_room_in_the_size_that_was_asked_for(signing: Signing) -> None:
    bare = encode_export(NOISE, None, ExportRequest("image/jpeg", 60), Progress())
    most = len(bare.data) // 1000 + 1
    made = encode_export(NOISE, None, ExportRequest("image/jpeg", 60, max_kilobytes=most), Progress(), signing)
    assert len(made.data) <= most * 1000 < len(bare.data) + 2000
    assert report(made.data, signing).state == "trusted"
    file = File(bare.data, "image/jpeg")
    wish = ExportRequest("image/jpeg")
    fitted = encode_export(NOISE, file, wish, Progress(), signing, len(bare.data) + 100)
    assert len(fitted.data) <= len(bare.data) + 100
    assert report(fitted.data, signing).state == "trusted"
    with pytest.raises(UnusablePicture, match="cannot be kept with Content Credentials") as refused:
        encode_export(NOISE, File(bare.data[:1500], "image/jpeg"), wish, Progress(), _Growing(signing), 2000)
    assert refused.value.code == "cannot_reach_size"


class _Growing(Signing):
    """Makes a file longer, whatever it is."""

    def __init__(self, other: Signing) -> None:
        super().__init__(other.folder, lambda: other.settings)

    def finish(self, file: File, picture: Picture, *, resized: bool = False) -> Any:
        from catchlight.service.signing import SignedFile

        return SignedFile(File(file.data + b"x" * 3000, file.media_type))


def test_what_is_missing_is_told_before_the_work(home: Home, signing: Signing, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = EchoEditor()
    request = EditRequest("adjust", AdjustParams(adjustment_prompt="warmer"), [NOISE])
    (home.credentials / KEY).unlink()
    with pytest.raises(IdentityFault, match="catchlight credentials make"):
        SigningEditor(editor, signing).run(request, Progress())
    monkeypatch.setitem(__import__("sys").modules, "c2pa", None)
    with pytest.raises(CredentialsMissing, match=r"catchlight\[credentials\]"):
        SigningEditor(editor, signing).run(request, Progress())
    assert editor.requests == []


def test_the_editor_of_commands_and_service_signs_what_it_gives(
    signing: Signing, portraits: Portraits, catalogue: Catalogue, tmp_path: Path, sample_bytes: bytes
) -> None:
    file = tmp_path / "anna.png"
    file.write_bytes(sample_bytes)
    source = read_picture(file, codec.DecodeLimits())
    editor = SigningEditor(LocalEditor(portraits, catalogue), signing)
    result = editor.run(EditRequest("adjust", AdjustParams(adjustment_prompt="warmer"), [source]), Progress())
    found = report(result.file.data, signing)
    assert (found.state, found.ingredients) == ("trusted", (("Source", "parentOf", False),))
    assert [action.name for action in found.actions] == ["c2pa.opened", "c2pa.color_adjustments"]
    again = codec.decode(result.file.data)
    assert np.array_equal(again.pixels, result.picture.pixels)
    assert again.record == result.picture.record
    webp = AdjustParams(adjustment_prompt="warmer", output_format="webp")
    noted = editor.run(EditRequest("adjust", webp, [source]), Progress())
    assert "WEBP" in noted.details["notes"][-1]


class SizedEditor(EchoEditor):
    """Gives noise as a JPEG of the size that is asked for, else of its document's ``most`` bytes."""

    def __init__(self, most: int | None = None) -> None:
        super().__init__()
        self.most = most

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        assert isinstance(request.params, IdPhotoParams)
        asked = request.params.max_kilobytes or (self.most and self.most // 1000)
        made = encode_export(NOISE, None, ExportRequest("image/jpeg", max_kilobytes=asked), progress)
        details = {"kilobytes": len(made.data) / 1000}
        self.requests.append(request)
        return EditResult(NOISE, File(made.data, "image/jpeg", asked and asked * 1000), details)


def test_an_edit_keeps_the_size_that_was_asked_for(signing: Signing) -> None:
    editor = SizedEditor()
    wish = IdPhotoParams(output_format="jpeg", max_kilobytes=90)
    result = SigningEditor(editor, signing).run(EditRequest("id_photo", wish, [NOISE]), Progress())
    assert 80_000 < len(result.file.data) <= 90_000
    assert result.details["kilobytes"] == round(len(result.file.data) / 1000, 1)
    assert report(result.file.data, signing).state == "trusted"
    asked = [getattr(request.params, "max_kilobytes", None) for request in editor.requests]
    assert asked == [90, 87]
    least = len(encode_export(NOISE, None, ExportRequest("image/jpeg", 30), Progress()).data) // 1000 + 1
    tight = wish.model_copy(update={"max_kilobytes": least})
    with pytest.raises(UnusablePicture, match="cannot be kept with Content Credentials, which take"):
        SigningEditor(editor, signing).run(EditRequest("id_photo", tight, [NOISE]), Progress())
    told = SigningEditor(SizedEditor(least * 1000), signing).run(
        EditRequest("id_photo", IdPhotoParams(), [NOISE]), Progress()
    )
    assert "cannot be kept with Content Credentials" in told.details["notes"][-1]
    assert report(told.file.data, signing).state == "trusted"


def test_the_uploads_limit_of_a_document_is_kept_with_the_signature(
    signing: Signing, portraits: Portraits, catalogue: Catalogue, sample: Picture
) -> None:
    spec = next(
        row.id
        for row in catalogue.documents
        if row.upload is not None and row.upload.kilobytes is not None and row.upload.kilobytes.high == 50
    )
    wish = EditRequest("id_photo", IdPhotoParams(spec=spec, background="#ffffff"), [sample])
    result = SigningEditor(LocalEditor(portraits, catalogue), signing).run(wish, Progress())
    assert result.file.most == 50_000
    assert 30_000 < len(result.file.data) <= 50_000
    assert result.details["notes"] == []
    assert report(result.file.data, signing).state == "trusted"


def test_profile_pictures_are_signed(signing: Signing) -> None:
    products = [
        Product(300, File(codec.encode(NOISE, kind), kind), False, NOISE) for kind in ("image/png", "image/webp")
    ]
    items, notes = sign_items(products, signing)
    assert report(items[0].data, signing).state == "trusted"
    assert items[1].data == products[1].file.data
    assert len(notes) == 1
    assert sign_items(products, None)[0][0].data == products[0].file.data


def test_the_key_is_in_no_log_setting_or_record(home: Home, signing: Signing, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    made = encode_export(NOISE, None, ExportRequest("image/png"), Progress(), signing)
    secret = (home.credentials / KEY).read_text().splitlines()[1]
    assert len(secret) > 40
    assert secret not in home.settings.read_text()
    assert secret.encode() not in made.data
    assert secret not in caplog.text
    assert secret not in repr(signing.identity())
    others = [file for file in home.root.rglob("*") if file.is_file() and file.name != KEY]
    assert len(others) >= 3
    assert not [file for file in others if secret.encode() in file.read_bytes()]


def test_settings_of_before_have_signing_off(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"theme": "light"}))
    settings = SettingsFile(tmp_path / "settings.json").load().settings
    assert settings.credentials == CredentialSettings(sign=False)
