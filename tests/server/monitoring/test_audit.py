"""The audit log: every request with who, what and how it ended; never a picture, a token or what a person typed."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from catchlight.core.errors import StorageFault
from catchlight.paths import Home
from catchlight.server.monitoring.audit import AuditLog
from catchlight.store.tokens import ClientTokens

from tests.doubles import eventually
from tests.server.conftest import GENERATE, Start


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for file in sorted(folder.glob("*.jsonl")) for line in file.read_text().splitlines()]


def test_requests_are_noted_with_who_and_how_they_ended(start: Start, home: Home, sample_url: str) -> None:
    tokens, audit = ClientTokens(home.tokens), AuditLog(home.audit)
    token = tokens.add("kiosk-7")
    service = start(tokens=tokens, audit=audit)
    headers = {"Authorization": f"Bearer {token}", "X-Forwarded-For": "203.0.113.9"}
    sent = {"imageDataUrl": sample_url}
    made = service.client.post(f"{GENERATE}?preview=no", json=sent, headers=headers)
    made = service.client.post(GENERATE, json=sent, headers=headers)
    entry = made.json()["generationId"]
    service.client.delete(f"/generations/{entry}", headers=headers)
    service.client.get("/generations", headers={"Authorization": "Bearer cl_stolen"})
    for path in ("/health", "/nowhere/with/words"):
        service.client.get(path, headers=headers)
    assert eventually(lambda: len(lines(home.audit)) >= 5)  # a request is noted when it has ended, after its answer
    audit.close()
    tokens.close()
    told = lines(home.audit)
    short = [
        (line.get("client"), line["method"], line["path"], line["status"], line.get("generationId")) for line in told
    ]
    one = "/generations/{generation_id}"
    assert short == [
        ("kiosk-7", "POST", GENERATE, 400, None),
        ("kiosk-7", "POST", GENERATE, 200, entry),
        ("kiosk-7", "DELETE", one, 204, entry),
        (None, "GET", "(no such path)", 401, None),
        ("kiosk-7", "GET", "(no such path)", 404, None),
    ]
    assert {line["address"] for line in told} == {"127.0.0.1"}
    written = "".join(file.read_text() for file in home.audit.iterdir())
    for secret in (token, "cl_stolen", "base64", "preview", "with/words"):
        assert secret not in written
    assert all(file.stat().st_mode & 0o077 == 0 for file in (home.audit, *home.audit.iterdir()))


def test_a_proxy_is_believed_by_its_address_alone(start: Start, home: Home) -> None:
    audit = AuditLog(home.audit)
    for proxies in ((), ("127.0.0.0/8",), ("10.0.0.1",)):
        start(audit=audit, proxies=proxies).client.get("/catalogue", headers={"X-Forwarded-For": "203.0.113.9"})
    assert eventually(lambda: len(lines(home.audit)) >= 3)
    audit.close()
    assert [line["address"] for line in lines(home.audit)] == ["127.0.0.1", "203.0.113.9", "127.0.0.1"]


def test_a_full_file_is_followed_by_another_and_old_days_go(tmp_path: Path) -> None:
    day = [datetime(2026, 11, 1, tzinfo=UTC)]
    (tmp_path / "audit-notes.txt").touch()
    for moment in (datetime(2026, 11, 1, tzinfo=UTC), datetime(2026, 11, 30, tzinfo=UTC)):
        day[0] = moment
        audit = AuditLog(tmp_path, file_bytes=150, keep_days=20, now=lambda: day[0])
        for number in range(4):
            audit.note("request", number=number, path="x" * 500)
        audit.close()
    names = sorted(file.name for file in tmp_path.iterdir())
    assert "audit-2026-11-30.2.jsonl" in names
    assert not [name for name in names if "11-01" in name]
    assert sorted(line["number"] for line in lines(tmp_path)) == [0, 1, 2, 3]
    assert all(len(line["path"]) == 200 for line in lines(tmp_path))


def test_nobody_fills_the_disk_by_asking(tmp_path: Path) -> None:
    audit = AuditLog(tmp_path, file_bytes=400, keep_bytes=1000)
    for number in range(40):
        audit.note("request", number=number, path="x" * 150)
    audit.close()
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 1000 + 2 * 600
    numbers = sorted(int(file.name.split(".")[1].replace("jsonl", "1")) for file in tmp_path.iterdir())
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    assert numbers[0] > 5
    assert max(line["number"] for line in lines(tmp_path)) == 39


def test_no_link_leads_the_log_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "audit"
    folder.mkdir()
    os.symlink(tmp_path / "elsewhere", folder / f"audit-{datetime.now(UTC).date()}.jsonl")
    with pytest.raises(StorageFault):
        AuditLog(folder)
    assert not (tmp_path / "elsewhere").exists()
