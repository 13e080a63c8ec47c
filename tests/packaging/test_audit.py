"""Known vulnerabilities of pinned packages, by a list on this computer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

AUDIT = Path(__file__).resolve().parents[2] / "packaging" / "audit.py"
ADVISORY: dict[str, Any] = {
    "id": "PYSEC-1", "aliases": ["CVE-1"], "modified": "2026-05-01T00:00:00Z", "summary": "It breaks.",
    "affected": [{"package": {"ecosystem": "PyPI", "name": "Some_Package"}}],
}  # fmt: skip


def audited(folder: Path, pins: str, affected: dict[str, Any], **more: Any) -> tuple[int, str]:
    """Exit code of the audit of these pins by one advisory, and what it says."""
    (folder / "list" / "some-package").mkdir(parents=True)
    told = ADVISORY | {"affected": [ADVISORY["affected"][0] | affected]} | more
    (folder / "list" / "some-package" / "PYSEC-1.yaml").write_text(json.dumps(told, indent=1), encoding="utf-8")
    (folder / "pins.txt").write_text(pins, encoding="utf-8")
    command = [sys.executable, str(AUDIT), str(folder / "list"), "--pins", str(folder / "pins.txt")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


RANGE = {"ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "1.0"}, {"fixed": "1.4"}, {"introduced": "2.0"}]}]}


@pytest.mark.parametrize(
    ("pins", "affected", "code"),
    [
        ("some-package==1.3", RANGE, 1),
        ("some-package==1.4", RANGE, 0),
        ("some.package==2.5", RANGE, 1),
        ("some-package==0.9", RANGE, 0),
        ("some-package==1.5.0", {"versions": ["1.5"]}, 1),
        (
            "some-package==1.5",
            {"ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"last_affected": "1.5"}]}]},
            1,
        ),
        ("other==1.3\nsome-package>=1", RANGE, 2),
        ("nonsense ==", RANGE, 2),
    ],
)
def test_a_pinned_version_is_compared_with_the_list(
    tmp_path: Path, pins: str, affected: dict[str, Any], code: int
) -> None:
    found, said = audited(tmp_path, pins, affected)
    assert found == code, said
    assert ("CVE-1" in said) == (code == 1)
    assert ("2026-05-01" in said) == (code < 2)


def test_what_was_withdrawn_counts_for_nothing(tmp_path: Path) -> None:
    found, said = audited(tmp_path, "some-package==1.3", RANGE, withdrawn="2026-06-01T00:00:00Z")
    assert (found, "holds no advisory" in said) == (2, True)
