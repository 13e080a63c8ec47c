"""Content Credentials on the command line: an identity made or chosen, exports signed, files shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import LocalEditor
from catchlight.service.signing import Signing, SigningEditor

from tests.cli.conftest import Run


def test_an_identity_is_made_exports_are_signed_shown_and_their_tampering_told(
    catchlight: Run, photo: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    home = Home.default()
    editor = SigningEditor(LocalEditor(portraits, catalogue), Signing.of_home(home))
    refused = catchlight("credentials", "on")
    assert refused.code == 1
    assert "catchlight credentials make NAME" in refused.err
    made = catchlight("credentials", "make", "Studio Müller")
    assert made.code == 0, made.err
    assert "Exports are not signed" in made.out
    assert "untrusted" in made.err
    assert catchlight("credentials", "make", "Other").code == 1
    assert "Exports are signed." in catchlight("credentials", "on").out
    out = photo.with_name("warm.jpg")
    assert catchlight("adjust", photo, out, "warmer", editor=editor).code == 0
    shown = catchlight("credentials", "show", out)
    assert shown.code == 0
    for words in ("trusted. Signed by somebody you trust", "Signed by: Studio Müller", "Colours and light adjusted"):
        assert words in shown.out
    noted = catchlight("adjust", photo, photo.with_name("warm.webp"), "warmer", editor=editor)
    assert noted.code == 0
    assert "A WEBP file takes no Content Credentials" in noted.out
    changed = bytearray(out.read_bytes())
    changed[len(changed) // 2] ^= 1
    forged = photo.with_name("forged.jpg")
    forged.write_bytes(changed)
    told = catchlight("credentials", "show", forged, out, photo, "--json")
    assert told.code == 1
    states = {Path(row["file"]).name: row["state"] for row in json.loads(told.out)}
    assert states == {"forged.jpg": "tampered", "warm.jpg": "trusted", photo.name: "none"}
    assert catchlight("credentials", "off").code == 0
    plain = photo.with_name("plain.jpg")
    assert catchlight("adjust", photo, plain, "warmer", editor=editor).code == 0
    assert "none. The file has no" in catchlight("credentials", "show", plain).out


def test_the_real_program_signs(catchlight: Run, photo: Path) -> None:
    from catchlight.assembly.program import PROGRAM

    for words in (("make", "Studio"), ("on",)):
        assert catchlight("credentials", *words).code == 0
    out = photo.with_name("bright.png")
    ran = catchlight("adjust", photo, out, "warmer", parts=PROGRAM)
    assert ran.code == 0, ran.err
    assert "trusted" in catchlight("credentials", "show", out).out


def test_a_key_and_chain_of_ones_own_are_used_where_they_lie(catchlight: Run, tmp_path: Path, photo: Path) -> None:
    assert catchlight("credentials", "make", "Agency", "--home", tmp_path / "issuer").code == 0
    issued = tmp_path / "issuer" / "credentials"
    used = catchlight("credentials", "use", issued / "key.pem", issued / "chain.pem")
    assert used.code == 0, used.err
    assert "Agency" in used.out
    home = Home.default()
    assert not home.credentials.exists()
    settings = json.loads(home.settings.read_text())["credentials"]
    assert settings["key"] == str(issued / "key.pem")
    assert "PRIVATE" not in home.settings.read_text()
    wrong = catchlight("credentials", "use", issued / "chain.pem", issued / "chain.pem")
    assert wrong.code == 1
    listed = catchlight("credentials", "trust", issued / "roots.pem")
    assert listed.code == 0
    assert json.loads(home.settings.read_text())["credentials"]["trustList"] == str(issued / "roots.pem")
    assert catchlight("credentials", "trust", photo).code == 1
    assert catchlight("credentials", "trust").code == 0
    assert json.loads(home.settings.read_text())["credentials"]["trustList"] == ""


def test_without_the_extra_it_is_told_what_to_install(
    catchlight: Run, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert catchlight("credentials", "make", "Studio").code == 0
    monkeypatch.setitem(__import__("sys").modules, "c2pa", None)
    for words in (("on",), ("show", photo)):
        ran = catchlight("credentials", *words)
        assert ran.code == 1
        assert "pip install 'catchlight[credentials]'" in " ".join(ran.err.split())
