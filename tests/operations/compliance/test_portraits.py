"""Whole verdicts on portraits: fit ones pass, and hands at the chin do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.imaging.io import codec

from tests.operations.compliance.conftest import Booth, rows_of


@pytest.mark.parametrize(("key", "spec"), [("d29", "us_passport"), ("c03a", "de_passport")])
def test_a_fit_photo_passes_as_a_whole(key: str, spec: str, portraits_folder: Path, booth: Booth) -> None:
    """Mouth closed, eyes seen, lit, nearly frontal, in colour, with shoulders: written down before it was judged."""
    (path,) = portraits_folder.glob(f"{key}_*")
    result = booth.make(codec.decode(path.read_bytes()), spec=spec)
    refused = [row["id"] for row in rows_of(result).values() if row["hard"] and row["state"] != "pass"]
    assert refused == []
    assert result.details["verdict"]["overall"] == "pass"


@pytest.mark.parametrize("key", ["d15", "c04a"])
def test_a_hand_at_the_chin_fails(key: str, portraits_folder: Path, booth: Booth) -> None:
    (path,) = portraits_folder.glob(f"{key}_*")
    result = booth.make(codec.decode(path.read_bytes()), spec="de_passport")
    hand = rows_of(result)["hand"]
    assert (hand["state"], hand["hard"]) == ("fail", True)
    assert booth.rows("officer", "de_passport")["hand"]["state"] == "pass"
