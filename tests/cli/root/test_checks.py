"""Finished photos judged, and documents listed, on the command line."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.cli.commands.documents import documents
from catchlight.paths import Home

from tests.cli.conftest import Run


def test_check_shows_every_check_and_fails_with_a_hard_one(catchlight: Run, photo: Path) -> None:
    ran = catchlight("check", photo, "--spec", "uk_passport")
    assert ran.code == 1
    assert "Verdict: fail" in ran.out
    assert "Head height" in ran.out


def test_check_judges_what_the_program_made_and_knows_its_document(catchlight: Run, photo: Path) -> None:
    made = photo.with_name("made.png")
    assert catchlight("id-photo", photo, made, "--spec", "uk_passport").as_judged
    ran = catchlight("check", made, "--json")
    found = json.loads(ran.out)
    assert found[0]["file"] == str(made)
    assert found[0]["verdict"]["document"] == "uk_passport"
    assert ran.code == int(found[0]["verdict"]["overall"] == "fail")


def test_check_goes_on_after_a_file_it_cannot_read(catchlight: Run, photo: Path) -> None:
    broken = photo.with_name("broken.png")
    broken.write_bytes(b"nothing")
    ran = catchlight("check", broken, photo, "--json", "--spec", "icao_35x45")
    assert ran.code == 1
    assert [set(entry) for entry in json.loads(ran.out)] == [{"file", "error", "message"}, {"file", "verdict"}]


def test_check_suggests_near_documents(catchlight: Run, photo: Path) -> None:
    ran = catchlight("check", photo, "--spec", "uk_pasport")
    assert ran.code == 2
    assert "uk_passport" in ran.err


def test_documents_are_listed_and_found(catchlight: Run, catalogue: Catalogue) -> None:
    everything = json.loads(catchlight("documents", "--json").out)
    assert [row["id"] for row in everything] == list(catalogue.documents.ids)
    table = catchlight("documents", "united", "kingdom")
    assert table.code == 0
    assert "uk_passport" in table.out
    nothing = catchlight("documents", "qqqqqq")
    assert (nothing.code, nothing.out) == (1, "")


def test_one_document_is_shown_with_every_rule_and_source(
    catchlight: Run, catalogue: Catalogue, capfd: pytest.CaptureFixture[str]
) -> None:
    france = " ".join(catchlight("documents", "fr_passport").out.split())
    for said in (
        "A: authority's own text read 2026-11",
        "32..36 mm",
        "the top of the skull, hair ignored",
        "light blue, light grey; not white",
        "forbidden: No head covering",
        "at most 6 months",
        "passeport.ants.gouv.fr/Vos-demarches/Photographie-d-identite · 2024-09-30 · authority",
    ):
        assert said in france
    assert "exactly 400 x 514 px, JPEG or PNG, at most 2048 kB" in catchlight("documents", "sg_passport").out
    assert "upload only: no print is known" in catchlight("documents", "nz_passport").out
    assert "50..69 % of the height" in catchlight("documents", "us_passport_online").out
    assert "The police take the photo" in catchlight("documents", "se_passport").out
    for row in catalogue.documents:
        assert documents(catalogue, row.id, False, None, datetime.date(2026, 12, 1)) == 0
        shown = "".join(capfd.readouterr().out.split())
        for said in (row.special, row.notes, row.glasses_rule, row.edit_rule, *(source.text for source in row.sources)):
            assert "".join(said.split()) in shown, row.id


def test_documents_that_should_be_read_again(catchlight: Run, catalogue: Catalogue) -> None:
    listed = [row["id"] for row in json.loads(catchlight("documents", "--outdated", "24", "--json").out)]
    assert listed.index("fi_passport_child") < listed.index("au_passport") < listed.index("tw_passport")
    assert "us_passport" in listed  # no source of it has a date
    assert [
        row["id"] for row in json.loads(catchlight("documents", "tw_passport", "--outdated", "12", "--json").out)
    ] == ["tw_passport"]
    young = catchlight("documents", "tw_passport", "--outdated", "1200")
    assert (young.code, young.out) == (0, "")
    assert "older than 1200 months" in young.err
    assert "2010-12-09" in catchlight("documents", "australia", "--outdated", "24").out
    assert catchlight("documents", "qqqqqq", "--outdated", "24").code == 1


@pytest.mark.parametrize("command", [("documents",), ("check", "PHOTO"), ("adjust", "PHOTO", "OUT", "warmer")])
def test_rows_of_the_user_s_own_that_do_not_fit_are_named_and_stop_no_command(
    catchlight: Run, photo: Path, home: Home, command: tuple[str, ...]
) -> None:
    home.catalogue.mkdir(parents=True, exist_ok=True)
    rows = home.catalogue / "documents.json"
    rows.write_text('[{"id": "mine"}]')
    files = {"PHOTO": photo, "OUT": photo.with_name("out.png")}
    ran = catchlight(*(files.get(word, word) for word in command))
    assert ran.out
    assert "error:" not in ran.err
    said = " ".join(ran.err.split())
    assert f"{rows}, row 1, label: Field required" in said
    assert "take it away" in said
