"""Every path, module and link that the documents name is there, and the constants that they quote have those values."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
APP = ROOT / "app" / "catchlight"
BASES = (ROOT, APP, ROOT / "resources", ROOT / "tests", ROOT / "packaging")
"""Paths are written from the root, or from the folder that a reader of the tree thinks from."""
PAGES = sorted(
    [
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "resources").glob("*/README.md"),
        *(ROOT / "tests").glob("*/README.md"),
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    ]
)
ENTRY_POINTS = {"catchlight.operations", "catchlight.delivery", "catchlight.generators"}
EXAMPLE = re.compile(r"\.vignette\b")
"""Modules that docs/add-an-operation.md tells its reader to write."""
_FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_PATH = re.compile(r"[A-Za-z0-9_.\-]+(?:/[A-Za-z0-9_.\-]+)*/?")
_SUFFIX = re.compile(r"\.(?:py|json|md|toml|txt|svg|png|onnx|qss|yml)$")
_DOTTED = re.compile(r"\b(?:catchlight|tests)(?:\.\w+)+")
_CONSTANT = re.compile(r"^\| `([\w.]+)` \| `([^`]+)` \| `([\w./]+\.py)`", re.MULTILINE)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def exists(path: str, page: Path) -> bool:
    return any((base / path).exists() for base in (*BASES, page.parent))


def is_path(code: str) -> bool:
    """Whether a piece of code is meant as a path: a folder of the tree it begins with, or a suffix of ours at its end."""
    if not _PATH.fullmatch(code) or "://" in code:
        return False
    if _SUFFIX.search(code):
        return "/" in code
    first = code.split("/")[0]
    return "/" in code and any((base / first).is_dir() for base in BASES)


def paths(page: Path) -> Iterator[str]:
    for code in _CODE.findall(_FENCE.sub("", text_of(page))):
        if is_path(code):
            yield code


def modules(page: Path) -> Iterator[str]:
    """Dotted names, in blocks of code too: what is run by ``python -m`` above all."""
    for name in _DOTTED.findall(text_of(page)):
        if name not in ENTRY_POINTS and not name.endswith((".py", ".po", ".pot")) and not EXAMPLE.search(name):
            yield name


def is_module(name: str) -> bool:
    """Whether a dotted name is a module or a package, or something that one of ours defines."""
    base = ROOT if name.startswith("tests.") else APP.parent
    parts = name.split(".")
    for length in range(len(parts), 1, -1):
        place = base.joinpath(*parts[:length])
        file = place.with_suffix(".py")
        if length == len(parts) and (file.exists() or place.is_dir()):
            return True
        if length < len(parts) and file.exists():
            return bool(re.search(rf"^\s*(?:class |def )?{parts[length]}\b", text_of(file), re.MULTILINE))
    return False


def test_pages_are_found() -> None:
    assert {"README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/glossary.md"} <= {
        name_of(page) for page in PAGES
    }
    assert sum(len(list(paths(page))) for page in PAGES) > 300


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_paths_exist(page: Path) -> None:
    assert [path for path in paths(page) if not exists(path, page)] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_modules_exist(page: Path) -> None:
    assert [name for name in modules(page) if not is_module(name)] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    links = (link.partition("#")[0] for link in _LINK.findall(text_of(page)) if "://" not in link)
    assert [link for link in links if link and not (page.parent / link).exists()] == []


def test_diagrams_name_modules_and_are_read_by_mermaid() -> None:
    """A semicolon ends a statement of mermaid's, wherever it stands."""
    text = text_of(ROOT / "docs" / "architecture.md")
    diagrams = re.findall(r"^```mermaid\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert len(diagrams) == 6
    named = [found for diagram in diagrams for found in re.findall(r"participant \w+ as (\S+)$", diagram, re.MULTILINE)]
    assert [path for path in named if path != "client" and not (APP / path).exists()] == []
    for diagram in diagrams[1:]:
        known = set(re.findall(r"participant (\w+) as", diagram))
        spoken = {name for pair in re.findall(r"^ *(\w+)--?>>(\w+):", diagram, re.MULTILINE) for name in pair}
        assert spoken == known
        assert ";" not in diagram


def test_the_layers_are_those_that_are_held() -> None:
    contracts = tomllib.loads(text_of(ROOT / "pyproject.toml"))["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["name"] == "Dependencies point down")
    diagram = text_of(ROOT / "docs" / "architecture.md").partition("```mermaid")[2].partition("```")[0]
    assert set(re.findall(r"<b>(\w+)</b>", diagram)) == {name for layer in layers for name in re.findall(r"\w+", layer)}


def assigned(file: Path) -> dict[str, ast.expr]:
    """Names that a module gives a value at its top, tuples taken apart; fields with a default as ``Class.field``."""
    found: dict[str, ast.expr] = {}
    for node in ast.parse(text_of(file)).body:
        if isinstance(node, ast.ClassDef):
            fields = (part for part in node.body if isinstance(part, ast.AnnAssign) and part.value is not None)
            found |= {
                f"{node.name}.{ast.unparse(part.target)}": part.value for part in fields if part.value is not None
            }
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = zip(target.elts, node.value.elts, strict=True)
                found |= {ast.unparse(name): value for name, value in pairs}
            else:
                found[ast.unparse(target)] = node.value
    return found


def plain(node: ast.expr) -> str:
    """A value as it is quoted: without the wrappers that give an array or a float its type."""
    if isinstance(node, ast.Call) and node.args:
        return plain(node.args[0])
    return (
        ast.unparse(ast.parse(ast.unparse(node).replace("_", ""), mode="eval"))
        if isinstance(node, ast.Constant)
        else ast.unparse(node)
    )


QUOTED = [(page, *found) for page in PAGES for found in _CONSTANT.findall(text_of(page))]


@pytest.mark.parametrize(
    ("page", "name", "value", "file"), QUOTED, ids=[f"{page.stem}-{name}" for page, name, *_ in QUOTED]
)
def test_quoted_constants_have_their_values(page: Path, name: str, value: str, file: str) -> None:
    place = next(base / file for base in BASES if (base / file).exists())
    known = assigned(place)
    assert name in known, f"{file} has no {name}"
    assert plain(known[name]) == plain(ast.parse(value, mode="eval").body)


def test_every_algorithm_page_names_its_source_and_what_measures_it() -> None:
    for page in (ROOT / "docs" / "algorithms").glob("*.md"):
        text = text_of(page)
        if page.name == "README.md":
            assert {other.name for other in page.parent.glob("*.md")} - {page.name} == set(
                re.findall(r"\]\(([\w-]+\.md)\)", text)
            )
            continue
        assert re.search(r"https://|doi\.org|ISO/IEC", text), f"{page.name} names no source"
        for heading in ("## Source", "## Constants", "## Measured by"):
            assert heading in text, f"{page.name} lacks {heading}"
        assert len(list(paths(page))) >= 3, f"{page.name} names hardly a module"


@pytest.mark.parametrize(
    ("asked", "module"),
    [
        ("hair matting", "hair/mask/strand_matte.py"),
        ("compliance limits", "catalogue/documents/limits.py"),
        ("SSE replay", "server/sse.py"),
        ("retry policy", "core/retry.py"),
        ("negation", "language/parse/clauses.py"),
        ("orientation field", "hair/orientation.py"),
        ("16-bit TIFF", "imaging/io/formats/tiff/decode.py"),
        ("chin line", "gui/tabs/id_photo/frame_planner.py"),
        ("cost of a preview", "gui/jobs/live.py"),
    ],
)
def test_a_newcomer_finds_it_by_the_word(asked: str, module: str) -> None:
    rows = text_of(ROOT / "docs" / "glossary.md").splitlines()
    found = [row for row in rows if row.startswith("| ") and asked.lower() in row.partition(" | ")[0].lower()]
    assert any(f"`{module}`" in row for row in found), f"{asked} is not told by its word"
