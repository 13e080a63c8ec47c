"""The shape of the source: folders that can be taken in at a glance, functions that fit on a screen, one name for one thing."""

from __future__ import annotations

import ast
from collections import defaultdict

import pytest

from tests.source_trees import PACKAGE, Trees, parse_sources

MOST_MODULES, MOST_LINES = 15, 60


@pytest.fixture(scope="module")
def trees() -> Trees:
    return parse_sources()


def too_long(tree: ast.AST) -> list[str]:
    """Functions of more than ``MOST_LINES`` lines."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [node.name for node in functions if (node.end_lineno or 0) - node.lineno + 1 > MOST_LINES]


def test_no_folder_holds_more_modules_than_can_be_taken_in(trees: Trees) -> None:
    folders = defaultdict(list)
    for file in trees:
        folders[file.parent].append(file.name)
    assert len(folders) > 60
    assert {str(folder): len(files) for folder, files in folders.items() if len(files) > MOST_MODULES} == {}


def test_no_function_is_longer_than_a_screen(trees: Trees) -> None:
    assert {str(file): names for file, tree in trees.items() if (names := too_long(tree))} == {}


def test_a_long_function_is_found() -> None:
    body = "\n".join(f"    x = {number}" for number in range(MOST_LINES))
    assert too_long(ast.parse(f"def long():\n{body}\n")) == ["long"]
    assert too_long(ast.parse(f"def short():\n{body[: body.rindex(chr(10))]}\n")) == []


def test_no_two_public_classes_have_one_name(trees: Trees) -> None:
    found = defaultdict(list)
    for file, tree in trees.items():
        for node in ast.iter_child_nodes(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(file.relative_to(PACKAGE)))
    assert len(found) > 500
    assert {name: files for name, files in found.items() if len(files) > 1} == {}
