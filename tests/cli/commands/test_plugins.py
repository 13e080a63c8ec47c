"""``catchlight plugin`` without plug-ins, and with those that fail; docs/examples is tried whole in tests/docs."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.operations import registry
from catchlight.operations.plugin_rows import PluginOperations

from tests.cli.conftest import Run
from tests.packages import install_package


@pytest.fixture(autouse=True)
def plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """None were looked for yet."""
    monkeypatch.setattr(registry, "PLUGINS", PluginOperations(taken=("hair",)))


def test_without_plug_ins_it_says_so(catchlight: Run) -> None:
    ran = catchlight("plugin")
    assert (ran.code, ran.out) == (0, "")
    assert "No plug-in is installed" in ran.err


def test_a_slip_in_a_name_is_wrong_usage(catchlight: Run) -> None:
    ran = catchlight("plugin", "no-such-thing", "a.jpg", "b.jpg")
    assert ran.code == 2
    assert "no-such-thing" in ran.err


def test_what_cannot_be_used_is_listed_with_its_reason_and_ends_with_1(
    catchlight: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups = {
        "catchlight.operations": {"hair": "cli_bad:x", "gone": "cli_bad:gone"},
        "catchlight.delivery": {"s3": "cli_bad:x", "shelf": "cli_bad:x"},
    }
    install_package(tmp_path, "cli-bad", groups, "x = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    ran = catchlight("plugin")
    assert ran.code == 1
    said = " ".join(ran.out.split())
    for reason in (
        "the program has an operation of that name itself",
        "AttributeError",
        "the program delivers to that scheme itself",
        "is no function that makes a target",
    ):
        assert reason in said
    assert catchlight("documents", "britain").code == 0, "everything else goes on"
