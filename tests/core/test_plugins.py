from __future__ import annotations

import sys
import zlib
from pathlib import Path

import pytest
from catchlight.core.plugins import PluginError, PluginFault, describe_fault, find_plugins

from tests.packages import install_package

GROUP = "catchlight.test"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_entry_points_are_found_by_name_and_not_imported(site: Path) -> None:
    install_package(
        site, "second-thing", {GROUP: {"zeta": "second_thing:x", "alpha": "second_thing:y"}}, "x, y = 1, 2\n"
    )
    install_package(
        site, "first-thing", {GROUP: {"alpha": "first_thing:x"}, "other": {"beta": "first_thing:x"}}, "x = 3\n"
    )
    found = find_plugins(GROUP)
    assert [(plugin.name, plugin.package, plugin.version) for plugin in found] == [
        ("alpha", "first-thing", "1.0"), ("alpha", "second-thing", "1.0"), ("zeta", "second-thing", "1.0"),
    ]  # fmt: skip
    assert {"first_thing", "second_thing"}.isdisjoint(sys.modules)
    assert [plugin.load() for plugin in found] == [3, 2, 1]


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("import no_such_module_anywhere\n", "ModuleNotFoundError: No module named 'no_such_module_anywhere'"),
        ("raise SystemExit('I end it all.')\n", "SystemExit: I end it all"),
        ("def broken(:\n", "SyntaxError: "),
        ("y = 1\n", "AttributeError: "),
    ],
)
def test_whatever_a_plug_in_does_is_one_error(site: Path, module: str, reason: str) -> None:
    name = f"thing{zlib.crc32(module.encode())}"
    install_package(site, name, {GROUP: {"alpha": f"{name}:x"}}, module)
    (plugin,) = find_plugins(GROUP)
    with pytest.raises(PluginError) as told:
        plugin.load()
    assert str(told.value).startswith(reason)
    assert str(PluginFault(plugin, "it is blue")) == f"The plug-in alpha of {name} 1.0 is left out: it is blue."


def test_a_fault_is_one_line_of_bounded_length() -> None:
    assert describe_fault(ValueError("a\nb  c.")) == "ValueError: a b c"
    assert describe_fault(KeyError()) == "KeyError"
    assert len(describe_fault(ValueError("long " * 500))) <= 220
