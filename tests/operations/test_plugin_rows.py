from __future__ import annotations

import logging
import zlib
from pathlib import Path

import pytest
from catchlight.operations import plugin_rows, registry
from catchlight.operations.plugin_rows import OperationTable, PluginOperations

from tests.packages import install_package

ROW = """
from catchlight.operations.operation import Operation, Outcome, Params

class ThingParams(Params):
    pass

def run(portraits, params, context):
    return Outcome(portraits[0].picture)

ROW = Operation({id!r}, "Thing", {path!r}, {params}, {run})
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def module(name: str, path: str = "", params: str = "ThingParams", run: str = "run") -> str:
    return ROW.format(id=name, path=path, params=params, run=run)


def install(site: Path, package: str, entry: str, text: str) -> None:
    install_package(site, package, {"catchlight.operations": {entry: f"{package}:ROW"}}, text)


def test_a_row_stands_behind_the_programs_own_with_a_path(site: Path) -> None:
    install(site, "rows_good", "a_thing", module("a_thing"))
    plugins = PluginOperations(taken=("hair",))
    table = OperationTable({"hair": registry.OPERATIONS["hair"]}, plugins)
    assert list(table) == ["hair", "a_thing"]
    assert len(table) == 2
    assert (table["a_thing"].title, table["a_thing"].path) == ("Thing", "/plugins/a-thing")
    assert plugins.faults == ()
    assert table.get("another") is None


def test_own_rows_are_found_without_a_look_at_plug_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    def looked(group: str) -> None:
        raise AssertionError("plug-ins were looked for")

    monkeypatch.setattr(plugin_rows, "find_plugins", looked)
    table = OperationTable({"hair": registry.OPERATIONS["hair"]}, PluginOperations(taken=()))
    assert table["hair"].title == "Hair"
    assert "hair" in table
    with pytest.raises(AssertionError, match="looked for"):
        table.get("another")


@pytest.mark.parametrize(
    ("entry", "text", "reason"),
    [
        ("hair", module("hair"), "the program has an operation of that name itself"),
        ("Bad-Name", module("bad"), "its name is no id"),
        ("other", module("a_thing"), "its operation is called 'a_thing'"),
        ("a_thing", module("a_thing", path="/mine"), "its path is not empty"),
        ("a_thing", module("a_thing", params="dict"), "its params are no class of Params"),
        ("a_thing", module("a_thing", params="None"), "its params are no class of Params"),
        ("a_thing", module("a_thing", run="None"), "its run cannot be called"),
        ("a_thing", "ROW = 'a thing'\n", "is no Operation but str"),
        ("a_thing", "raise RuntimeError('not today')\n", "RuntimeError: not today"),
    ],
)
def test_a_bad_row_is_told_and_left_out(
    site: Path, caplog: pytest.LogCaptureFixture, entry: str, text: str, reason: str, request: pytest.FixtureRequest
) -> None:
    package = f"rows_bad_{zlib.crc32(request.node.name.encode())}"
    install(site, package, entry, text)
    install(site, f"{package}_good", "sound", module("sound"))
    plugins = PluginOperations(taken=("hair",))
    with caplog.at_level(logging.WARNING):
        assert list(plugins.rows) == ["sound"]
        assert list(plugins.rows) == ["sound"]
    (fault,) = plugins.faults
    assert reason in fault.reason
    assert caplog.messages == [f"The plug-in {entry} of {package} 1.0 is left out: {fault.reason}."]


def test_of_two_plug_ins_with_one_name_the_second_is_left_out(site: Path) -> None:
    install(site, "rows_one", "a_thing", module("a_thing"))
    install(site, "rows_two", "a_thing", module("a_thing"))
    plugins = PluginOperations(taken=())
    assert list(plugins.rows) == ["a_thing"]
    assert [(fault.plugin.package, fault.reason) for fault in plugins.faults] == [
        ("rows_two", "another plug-in has an operation of that name")
    ]


def test_a_plug_in_may_walk_through_the_table_while_it_is_loaded(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugins = PluginOperations(taken=())
    monkeypatch.setattr(registry, "PLUGINS", plugins)
    install(
        site,
        "rows_walk",
        "a_thing",
        "from catchlight.operations import registry\nlist(registry.PLUGINS.rows)\n" + module("a_thing"),
    )
    assert list(plugins.rows) == ["a_thing"]
