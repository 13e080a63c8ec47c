"""The row type of documents: what it takes, what follows from it, and rows of earlier versions."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.documents import Bounds, DocumentSpec, RuleSource, UploadLimits
from catchlight.catalogue.documents.age import newest_date, stale_documents
from catchlight.catalogue.rows import CatalogueFault, table

PRINT: dict[str, Any] = {
    "id": "some_id",
    "label": "Some card",
    "country": "GB",
    "countryLabel": "United Kingdom",
    "widthMm": 35,
    "heightMm": 45,
    "widthPx": 413,
    "heightPx": 531,
    "dpi": 300,
    "background": "#FFFFFF",
    "confidence": "B",
    "basis": "published",
    "sources": [{"text": "gov.example/photos", "date": "2024-05", "official": True}, {"text": "an agent's page"}],
}
OLD: dict[str, Any] = {
    **{key: value for key, value in PRINT.items() if key != "sources"},
    "digital": {"width": {"low": 600, "high": 1200}, "height": {"low": 600, "high": 1200}},
    "fileKb": {"high": 240},
    "editPolicy": "geometry_only",
    "source": "agent.example; other.example",
}


def test_rows_of_earlier_versions_are_read(tmp_path: Path) -> None:
    (tmp_path / "documents.json").write_text(json.dumps([OLD]), encoding="utf-8")
    (row,) = table(DocumentSpec, "documents.json", [tmp_path])
    both = Bounds(low=600, high=1200)
    assert row.upload == UploadLimits(width=both, height=both, kilobytes=Bounds(high=240))
    assert (row.file_kb, row.edits, row.edit_policy) == (Bounds(high=240), "refused", "geometry_only")
    assert row.sources == (RuleSource(text="agent.example; other.example"),)
    assert row.source == "agent.example; other.example"


def test_what_is_said_today_has_precedence_over_older_keys() -> None:
    row = DocumentSpec.model_validate({**OLD, "upload": {"kilobytes": {"high": 500}}, "edits": "allowed", **PRINT})
    assert (row.file_kb, row.edits, row.edit_policy) == (Bounds(high=500), "allowed", "unknown")
    assert row.source == "gov.example/photos; an agent's page"


def test_rows_that_were_written_out_are_read_back_the_same() -> None:
    for row in Catalogue.load().documents:
        assert DocumentSpec.model_validate(json.loads(json.dumps(row.as_json()))) == row


def test_a_row_without_millimetres_is_digital_only() -> None:
    bare = {key: value for key, value in PRINT.items() if key not in ("widthMm", "heightMm")}
    row = DocumentSpec.model_validate({**bare, "widthPx": 600, "heightPx": 900})
    assert (row.digital_only, row.width_mm, row.height_mm) == (True, pytest.approx(50.8), pytest.approx(76.2))
    assert not DocumentSpec.model_validate(PRINT).digital_only


@pytest.mark.parametrize(
    ("head", "whole", "basis", "verified"),
    [
        (None, "A", "published", True),
        (None, "B", "published", True),
        (None, "C", "published", False),
        ("B", "C", "published", True),
        ("C", "A", "published", False),
        (None, "A", "none", False),
    ],
)
def test_head_limits_count_by_their_own_confidence(head: str | None, whole: str, basis: str, verified: bool) -> None:
    limits = {"headMm": {"low": 30, "high": 34}, "topMarginMm": {"low": 3, "high": 5}}
    row = DocumentSpec.model_validate({**PRINT, **limits, "headConfidence": head, "confidence": whole, "basis": basis})
    assert row.verified == verified
    assert (row.judged.head_mm is not None, row.judged.top_margin_mm is not None) == (verified, verified)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"upload": {"exact": True, "width": {"low": 400, "high": 500}}}, "one width and one height"),
        ({"sources": []}, "sources"),
        ({"sources": [{"text": "somewhere", "date": "May 2024"}]}, "date"),
        ({"glasses": "sometimes"}, "glasses"),
        ({"editPolicy": "anything"}, "write edits instead"),
        ({"widthMm": None}, "widthMm"),
        ({"unheard": 1}, "unheard"),
    ],
)
def test_faults_name_the_field(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    (tmp_path / "documents.json").write_text(json.dumps([{**PRINT, **change}]), encoding="utf-8")
    with pytest.raises(CatalogueFault, match=said):
        table(DocumentSpec, "documents.json", [tmp_path])


def test_an_upload_takes_what_lies_in_its_limits() -> None:
    upload = UploadLimits(width=Bounds(low=600, high=1200), height=Bounds(low=600))
    assert [upload.takes(*size) for size in ((600, 600), (1200, 9000), (599, 600), (1201, 700), (700, 599))] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert UploadLimits().takes(1, 1)


def dated(entry: str, *dates: str) -> DocumentSpec:
    sources = [{"text": f"source {number}", "date": date} for number, date in enumerate(dates)]
    return DocumentSpec.model_validate({**PRINT, "id": entry, "sources": sources})


def test_rows_to_read_again_are_those_with_an_old_newest_source_or_none() -> None:
    rows = [
        dated("young", "2020-01-01", "2026-05-01"),
        dated("undated", "", ""),
        dated("border", "2025-11-26"),
        dated("a_day_older", "2025-11-25"),
        dated("a_month", "2025-11"),
        dated("a_year", "2016", ""),
    ]
    assert newest_date(rows[0]) == datetime.date(2026, 5, 1)
    assert newest_date(rows[5]) == datetime.date(2016, 1, 1)
    today = datetime.date(2026, 11, 26)
    assert [row.id for row in stale_documents(rows, 12, today)] == ["a_year", "a_month", "a_day_older", "undated"]
    assert [row.id for row in stale_documents(rows, 0, today)] == [
        "a_year",
        "a_month",
        "a_day_older",
        "border",
        "young",
        "undated",
    ]
    assert [row.id for row in stale_documents(rows, 60_000, today)] == ["undated"]


def test_months_are_counted_on_the_calendar() -> None:
    row = dated("some", "2026-02-28")
    assert stale_documents([row], 1, datetime.date(2026, 3, 31)) == [row]
    assert stale_documents([dated("some", "2026-03-01")], 1, datetime.date(2026, 3, 31)) == []
