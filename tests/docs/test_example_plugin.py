"""The example of docs/plugins.md, installed into a folder without network and used by the real program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import numpy as np
import pytest
from catchlight.imaging.io import codec
from catchlight.service.data_url import data_url, read_data_url

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "film_border"
SAMPLE = ROOT / "resources" / "samples" / "officer.jpg"

Command = Callable[..., subprocess.CompletedProcess[str]]

EDITOR = """
import sys
import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.models.registry import Models
from catchlight.operations.registry import OPERATIONS, STEPS
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, LocalEditor

assert "catchlight_film_border" not in sys.modules
row = STEPS["film_border"]
assert row is OPERATIONS["film_border"]
assert "catchlight_film_border.run" not in sys.modules
editor = LocalEditor(Portraits(Models()), Catalogue.load())
for channels, depth in ((3, np.uint8), (4, np.uint8), (3, np.uint16), (4, np.uint16)):
    full = np.iinfo(depth).max
    pixels = np.full((200, 100, channels), full // 2, depth)
    result = editor.run(
        EditRequest("film_border", row.params(width=10, colour="white", corners=100), (Picture(pixels),)), Progress()
    )
    made = result.picture.pixels
    assert made.shape == (220, 120, channels) and made.dtype == depth
    assert (made[:10, :, :3] == full).all() and (made[110, [0, 9, -10, -1], :3] == full).all()
    for corner in (made[10:20, 10:20], made[-20:-10, 10:20], made[10:20, -20:-10], made[-20:-10, -20:-10]):
        assert 0.1 < (corner[..., 0] > 0.9 * full).mean() < 0.35
    assert (made[20:-20, 10:-10, :3] == full // 2).all()
    if channels == 4:
        assert (made[:10, :, 3] == full).all() and (made[20:-20, 10:-10, 3] == full // 2).all()
    step = result.picture.record.steps[-1]
    assert (step.operation, step.facts["border"]["pixels"], result.details) == ("film_border", 10, {"borderPixels": 10})
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    arguments = [
        "--no-index",
        "--no-deps",
        "--no-build-isolation",
        "--no-cache-dir",
        "--quiet",
        "--target",
        str(folder),
    ]
    told = subprocess.run(
        [sys.executable, "-m", "pip", "install", *arguments, str(EXAMPLE)], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    assert not (EXAMPLE / "build").exists(), "the build writes nothing beside the example"
    return folder


@pytest.fixture
def environment(site: Path, tmp_path: Path) -> dict[str, str]:
    path = os.pathsep.join((str(site), str(ROOT / "app")))
    return {**os.environ, "PYTHONPATH": path, "CATCHLIGHT_HOME": str(tmp_path / "home"), "COLUMNS": "100"}


@pytest.fixture
def catchlight(environment: dict[str, str]) -> Command:
    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "catchlight", *map(str, arguments)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)

    return run


@contextmanager
def served(environment: dict[str, str]) -> Iterator[str]:
    command = [sys.executable, "-m", "catchlight", "serve", "--port", "0"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        try:
            assert running.stdout is not None
            yield running.stdout.readline().strip().rpartition(" ")[2]
        finally:
            running.terminate()


def test_the_editor_runs_its_operation(environment: dict[str, str]) -> None:
    told = subprocess.run(
        [sys.executable, "-W", "error", "-c", EDITOR], env=environment, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr


def test_the_command_line_lists_and_runs_it(catchlight: Command, tmp_path: Path) -> None:
    listed = catchlight("plugin")
    assert listed.returncode == 0, listed.stderr
    assert "operation: Film border" in listed.stdout
    assert "delivery to zipfolder://" in listed.stdout
    out = tmp_path / "framed.png"
    ran = catchlight("plugin", "film-border", SAMPLE, out, "--width", "8", "--colour", "cream")
    assert ran.returncode == 0, ran.stderr
    before, after = codec.decode(SAMPLE.read_bytes()), codec.decode(out.read_bytes())
    edge = round(min(before.width, before.height) * 0.08)
    assert (after.width, after.height) == (before.width + 2 * edge, before.height + 2 * edge)
    assert tuple(after.pixels[0, 0]) == (244, 236, 220)
    assert np.array_equal(after.pixels[2 * edge : -2 * edge, edge:-edge], before.pixels[edge:-edge])
    assert [step.operation for step in after.record.steps] == ["film_border"]
    wrong = catchlight("plugin", "film-border", SAMPLE, tmp_path / "wrong.png", "--width", "80")
    assert (wrong.returncode, "--width" in wrong.stderr) == (2, True)


def test_a_server_serves_and_documents_it(environment: dict[str, str]) -> None:
    sent = {"imageDataUrl": b"".join(data_url(SAMPLE.read_bytes(), "image/jpeg")).decode(), "colour": "white"}
    with served(environment) as address, httpx.Client(base_url=address, timeout=120, trust_env=False) as client:
        answer = client.post("/plugins/film-border", json=sent)
        assert answer.status_code == 200, answer.headers
        picture = codec.decode(read_data_url(answer.json()["image"], "image", 40_000_000))
        assert picture.pixels[:10].min() > 250
        kept = client.get(f"/generations/{answer.json()['generationId']}").json()
        assert (kept["operation"], kept["details"]["borderPixels"]) == ("film_border", 31)
        refused = client.post("/plugins/film-border", json=sent | {"width": 99})
        assert (refused.status_code, refused.json()["error"]) == (400, "invalid_request")
        document = client.get("/openapi.json").json()
    entry = document["paths"]["/plugins/film-border"]["post"]
    assert {"200", "400", "413", "415", "422", "500"} <= entry["responses"].keys()
    assert "colour" in document["components"]["schemas"]["FilmBorderRequest"]["properties"]


def test_a_batch_does_a_preset_with_it(catchlight: Command, tmp_path: Path) -> None:
    step = {"operation": "film_border", "parameters": {"width": 4.0, "colour": "white"}}
    preset = {"format": "catchlight-preset", "version": 1, "name": "Framed", "steps": [step]}
    file = tmp_path / "framed.catchlight-preset"
    file.write_text(json.dumps(preset), encoding="utf-8")
    ran = catchlight("presets", "import", file)
    assert ran.returncode == 0, ran.stderr
    ran = catchlight("batch", SAMPLE, "--preset", "Framed", "--to", tmp_path / "out")
    assert ran.returncode == 0, ran.stderr
    (made,) = (tmp_path / "out").glob("*.*")
    assert [step.operation for step in codec.decode(made.read_bytes()).record.steps] == ["film_border"]


def test_profile_pictures_are_delivered_as_a_zip_file(catchlight: Command, tmp_path: Path) -> None:
    where = tmp_path / "zips"
    ran = catchlight("profile-picture", SAMPLE, "--to", f"zipfolder://{where}", "--shape", "square")
    assert ran.returncode == 0, ran.stderr
    (archive,) = where.iterdir()
    with zipfile.ZipFile(archive) as opened:
        assert opened.testzip() is None
        manifest = json.loads(opened.read("manifest.json"))
        assert {file["name"] for file in manifest["pictures"]} == set(opened.namelist()) - {"manifest.json"}
    assert len(manifest["pictures"]) > 1
