"""The recipe of a lab says what the program understands, and its board asks for figures that there are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import catchlight
import pytest
import typer.main
import yaml
from catchlight.assembly.program import PROGRAM
from catchlight.cli.main import app
from catchlight.store.settings.settings_file import SettingsFile

FOLDER = Path(__file__).parents[2] / "packaging" / "compose"
APP = Path(catchlight.__file__).parent


@pytest.fixture(scope="module")
def recipe() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text())
    return found


@pytest.mark.parametrize("name", ["server", "worker"])
def test_commands_are_understood(recipe: dict[str, Any], name: str) -> None:
    command, *arguments = recipe["services"][name]["command"]
    group: Any = typer.main.get_command(app(PROGRAM))
    found = group.get_command(typer.Context(group), command)
    assert found is not None
    found.make_context(command, list(arguments))


def test_every_volume_file_and_variable_is_there(recipe: dict[str, Any]) -> None:
    services = recipe["services"].values()
    mounts = [mount.split(":")[0] for service in services for mount in service.get("volumes", ())]
    named = {mount for mount in mounts if not mount.startswith("./")}
    assert named == set(recipe["volumes"])
    made_by_the_user = {"./monitor-token"}
    files = {mount for mount in mounts if mount.startswith("./")} - made_by_the_user
    assert all((FOLDER / file).is_file() for file in files)
    asked = set(re.findall(r"\$\{(\w+):\?", (FOLDER / "compose.yaml").read_text()))
    assert asked == set(re.findall(r"^(\w+)=", (FOLDER / "env.example").read_text(), re.MULTILINE))
    ignored = (FOLDER / ".gitignore").read_text().split()
    assert {".env", "monitor-token"} <= set(ignored)


def test_nobody_is_let_in_from_outside_but_by_the_proxy(recipe: dict[str, Any]) -> None:
    open_to_all = {
        name
        for name, service in recipe["services"].items()
        for port in service.get("ports", ())
        if not port.startswith("127.0.0.1:")
    }
    assert open_to_all == {"proxy"}
    assert "respond @metrics 404" in (FOLDER / "Caddyfile").read_text()


def test_prometheus_asks_the_ports_that_are_listened_on(recipe: dict[str, Any]) -> None:
    jobs = yaml.safe_load((FOLDER / "prometheus.yml").read_text())["scrape_configs"]
    for job in jobs:
        (asked,) = job["dns_sd_configs"]
        assert str(asked["port"]) in recipe["services"][asked["names"][0]]["command"]


def test_settings_of_the_lab_are_understood(tmp_path: Path) -> None:
    kept = tmp_path / "settings.json"
    kept.write_bytes((FOLDER / "settings.json").read_bytes())
    loaded = SettingsFile(kept).load()
    assert loaded.notice is None
    assert loaded.settings.delivery.address == "/delivered"


def test_the_board_asks_for_figures_that_there_are() -> None:
    board = json.loads((FOLDER / "grafana" / "lab.json").read_text())
    asked = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    names = {re.sub(r"_(bucket|total)$", "", name) for name in re.findall(r"catchlight_\w+", asked)}
    source = "".join(path.read_text() for path in (APP / "server" / "monitoring").glob("*.py"))
    source += "".join(path.read_text() for path in (APP / "service" / "work").glob("*.py"))
    assert names
    assert {name for name in names if f'"{name}"' not in source} == set()


def test_panels_of_the_board_do_not_overlap() -> None:
    panels = json.loads((FOLDER / "grafana" / "lab.json").read_text())["panels"]
    taken = [
        (x, y)
        for panel in panels
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(taken) == len(set(taken))
    assert len({panel["id"] for panel in panels}) == len(panels)
