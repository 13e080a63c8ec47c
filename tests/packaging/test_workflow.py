"""The workflow on GitHub checks what ``.ci/run`` checks, on all three systems, and fetches from nowhere by name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FILE = ROOT / ".github" / "workflows" / "ci.yml"


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))["jobs"]
    return found


def commands(job: dict[str, Any]) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


def test_linux_runs_the_script(jobs: dict[str, Any]) -> None:
    assert jobs["linux"]["runs-on"].startswith("ubuntu")
    assert commands(jobs["linux"]) == [".ci/run"]


def test_windows_and_macos_run_tests_wheel_and_self_test(jobs: dict[str, Any]) -> None:
    desktop = jobs["desktop"]
    machines = [row["machine"] for row in desktop["strategy"]["matrix"]["include"]]
    assert [machine.partition("-")[0] for machine in machines] == ["windows", "macos"]
    said = "\n".join(commands(desktop))
    for part in ('pip install -e ".[test]"', "-m pytest", "pip wheel", "--self-test"):
        assert part in said
    assert desktop["env"]["PIP_CONSTRAINT"].endswith("packaging/constraints.txt")


def test_no_host_is_named() -> None:
    for file in (FILE, ROOT / ".ci" / "run"):
        assert re.findall(r"https?://|index-url|\b[\w-]+\.(?:org|com|io|cn)\b", file.read_text(encoding="utf-8")) == []


def test_it_tests_the_oldest_python_that_is_supported(jobs: dict[str, Any]) -> None:
    oldest = re.search(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert oldest is not None
    for job in jobs.values():
        assert [step["with"]["python-version"] for step in job["steps"] if "with" in step] == [oldest[1]]
