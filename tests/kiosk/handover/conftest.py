"""Files to hand over."""

from __future__ import annotations

import pytest
from catchlight.kiosk.handover.port import HandoverFile


@pytest.fixture
def files() -> list[HandoverFile]:
    return [
        HandoverFile("photo.jpg", "image/jpeg", b"\xff\xd8" + b"p" * 50_000),
        HandoverFile("sheet.pdf", "application/pdf", b"%PDF" + b"s" * 1_200_000),
    ]
