"""What the packages are made from agrees with the program: file types, names, icons, licences."""

from __future__ import annotations

import ast
import configparser
import contextlib
import importlib.util
import re
import subprocess
import sys
import tarfile
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from catchlight.imaging.io.codec import EXTENSIONS
from catchlight.service.files.discovery import RAW_SUFFIXES
from catchlight.service.presets.preset import SUFFIX

PRESET_TYPE = "application/vnd.catchlight.preset+json"
RAW_TYPES = {
    "image/x-dcraw",
    *(f"image/x-{maker}" for maker in ("adobe-dng", "canon-cr2", "canon-cr3", "nikon-nef", "sony-arw", "fuji-raf")),
    *(f"image/x-{maker}" for maker in ("olympus-orf", "panasonic-rw2", "pentax-pef")),
}
"""Of raw files, as shared-mime-info calls them; the first is above all others."""
PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


@pytest.fixture(scope="module")
def build() -> ModuleType:
    """packaging/build.py as a module."""
    sys.path.insert(0, str(PACKAGING))
    try:
        spec = importlib.util.spec_from_file_location("packaging_build", PACKAGING / "build.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    finally:
        sys.path.remove(str(PACKAGING))


def test_the_desktop_opens_every_type_the_program_reads() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(PACKAGING / "linux" / "catchlight.desktop", encoding="utf-8")
    row = entry["Desktop Entry"]
    assert set(row["MimeType"].rstrip(";").split(";")) == {*EXTENSIONS, *RAW_TYPES, PRESET_TYPE}
    assert (row["Exec"], row["Icon"]) == ("catchlight %F", "catchlight")


def test_windows_opens_every_suffix_the_program_reads() -> None:
    recipe = (PACKAGING / "windows" / "catchlight.iss").read_text(encoding="utf-8")
    named = set(re.findall(r'#emit Kind\("(\.[\w-]+)"\)', recipe))
    # .raw is what many other programs call theirs.
    assert named == {*EXTENSIONS.values(), *(RAW_SUFFIXES - {".raw"}), ".jpeg", ".tiff", SUFFIX}


def test_every_system_gives_files_of_presets_to_the_program(build: ModuleType, tmp_path: Path) -> None:
    build.share(tmp_path)
    kinds = ET.parse(tmp_path / "share" / "mime" / "packages" / "org.catchlight.Catchlight.xml").getroot()
    space = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    (kind,) = kinds.findall("m:mime-type", space)
    (glob,) = kind.findall("m:glob", space)
    assert (kind.get("type"), glob.get("pattern")) == (PRESET_TYPE, f"*{SUFFIX}")
    windows = (PACKAGING / "windows" / "catchlight.iss").read_text(encoding="utf-8")
    assert f'Subkey: "Software\\Classes\\{SUFFIX}"; ValueType: string; ValueData: "Catchlight.Preset"' in windows
    assert f'ValueData: "{PRESET_TYPE}"' in windows
    assert '"Software\\Classes\\Catchlight.Preset\\shell\\open\\command"' in windows
    macos = mac_facts()
    declared = macos["UTExportedTypeDeclarations"][0]
    assert declared["UTTypeTagSpecification"] == {
        "public.filename-extension": [SUFFIX.removeprefix(".")],
        "public.mime-type": [PRESET_TYPE],
    }
    owned = [row for row in macos["CFBundleDocumentTypes"] if row["LSHandlerRank"] == "Owner"]
    assert [row["LSItemContentTypes"] for row in owned] == [[declared["UTTypeIdentifier"]]]


def mac_facts() -> dict[str, Any]:
    """What the recipe of macOS says of the application, its constants filled in."""
    tree = ast.parse((PACKAGING / "catchlight.spec").read_text(encoding="utf-8"))
    constants: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            with contextlib.suppress(ValueError):
                constants[node.targets[0].id] = ast.literal_eval(node.value)
    (found,) = [
        word.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for word in node.keywords
        if word.arg == "info_plist"
    ]
    facts: dict[str, Any] = eval(compile(ast.Expression(found), "info_plist", "eval"), {}, constants)
    return facts


def test_a_tree_for_the_desktop_is_complete(build: ModuleType, tmp_path: Path) -> None:
    build.share(tmp_path)
    metainfo = ET.parse(tmp_path / "share" / "metainfo" / "org.catchlight.Catchlight.metainfo.xml").getroot()
    release = metainfo.find("releases/release")
    assert release is not None
    assert release.get("version") == build.version()
    assert metainfo.findtext("launchable") == "catchlight.desktop"
    assert (tmp_path / "share" / "applications" / "catchlight.desktop").is_file()
    for size in build.icons.SIZES:
        icon = build.icons.png(size)
        assert icon.size == (size, size)
        assert icon.getpixel((0, 0))[3] == 0
        assert icon.getpixel((size // 2, size // 5))[3] == 255
        assert (tmp_path / "share" / "icons" / "hicolor" / f"{size}x{size}" / "apps" / "catchlight.png").is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="the archive's installer is a shell script")
def test_the_archive_installs_and_is_taken_away_again(build: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / "built"
    folder.mkdir()
    program = folder / "catchlight"
    program.write_text("#!/bin/sh\necho installed\n")
    program.chmod(0o755)
    made = build.archive(folder, tmp_path)
    with tarfile.open(made) as bundle:
        assert {entry.uname for entry in bundle} == {"root"}
        if hasattr(tarfile, "data_filter"):  # since Python 3.11.4
            bundle.extraction_filter = tarfile.data_filter
        bundle.extractall(tmp_path / "unpacked")
    (root,) = (tmp_path / "unpacked").iterdir()
    prefix = tmp_path / "prefix"
    (prefix / "share").mkdir(parents=True)
    (prefix / "share" / "kept").write_text("of another program")
    install = ["sh", str(root / "install.sh")]
    subprocess.run([*install, str(prefix)], check=True, capture_output=True)
    ran = subprocess.run([str(prefix / "bin" / "catchlight")], check=True, capture_output=True, text=True)
    assert ran.stdout == "installed\n"
    assert (prefix / "share" / "applications" / "catchlight.desktop").is_file()
    subprocess.run([*install, "--remove", str(prefix)], check=True, capture_output=True)
    assert [file.name for file in prefix.rglob("*") if not file.is_dir()] == ["kept"]


def test_licences_of_what_is_inside_are_told(build: ModuleType) -> None:
    told = build.third_party()
    for name in ("numpy", "pillow", "onnxruntime", "PySide6_Essentials"):
        assert re.search(rf"^{name} \d", told, re.MULTILINE | re.IGNORECASE), name
    assert "Permission is hereby granted" in told


def test_a_missing_tool_is_named(build: ModuleType) -> None:
    with pytest.raises(build.Missing, match="no-such-tool is not installed"):
        build.tool("no-such-tool")
