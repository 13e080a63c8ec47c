"""Mutation spot-check: random operators of the program are changed one by one, and the tests of their room must fail.

``python -m tests.benchmarks.mutation [--count 20] [--seed 1] [--within PACKAGE]`` copies the package to a temporary folder,
changes one operator at a time there (comparison, arithmetic, boolean, number), and runs the tests that mirror the module: its
own module of tests, else all of its package's; then the golden results. A mutant that no test notices is printed with its place,
and so is one whose tests fail without it too, or did not end: it counts neither way. After
DeMillo, Lipton and Sayward, "Hints on test data selection", Computer 11(4), 1978, https://doi.org/10.1109/C-M.1978.218136.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tests.network_memo import FOLDER_VARIABLE

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "app" / "catchlight"
_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
_SECONDS = 900
"""After which a run of tests is ended. What hangs is not told from what is slow, so it counts neither as killed nor as not."""
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Mutant:
    """One operator of one file, and what it becomes. place: position among the file's mutable nodes, in the order of a walk."""

    file: Path
    place: int
    line: int
    before: str
    after: str


def mutable_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Comparisons with one operator, arithmetic and boolean operations, outside of annotations."""
    for node in ast.walk(tree):
        compares = isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _SWAPS
        computes = isinstance(node, (ast.BinOp, ast.BoolOp)) and type(node.op) in _SWAPS and not _joins_text(node)
        if compares or computes:
            yield node


def _joins_text(node: ast.AST) -> bool:
    """Whether an operation joins strings, whose other operator would not even run."""
    return isinstance(node, ast.BinOp) and any(
        isinstance(side, (ast.JoinedStr, ast.Constant)) and not isinstance(getattr(side, "value", 0), (int, float))
        for side in (node.left, node.right)
    )


def swap(node: ast.AST) -> None:
    """Change the operator of a mutable node in place."""
    if isinstance(node, ast.Compare):
        node.ops = [_SWAPS[type(node.ops[0])]()]  # type: ignore[list-item]
    elif isinstance(node, (ast.BinOp, ast.BoolOp)):
        node.op = _SWAPS[type(node.op)]()  # type: ignore[assignment]


def find_mutants(within: str) -> list[Mutant]:
    """Every possible mutant of the modules of a package, ``""`` for all."""
    mutants = []
    for file in sorted((SOURCE / within).rglob("*.py")):
        for place, node in enumerate(mutable_nodes(ast.parse(file.read_text(encoding="utf-8")))):
            before = ast.unparse(node)
            swap(node)
            mutants.append(Mutant(file, place, getattr(node, "lineno", 0), before, ast.unparse(node)))
    return mutants


def tests_of(file: Path) -> Path:
    """The tests that mirror a module: its own, else those of the nearest package that has any."""
    inside = file.relative_to(SOURCE)
    own = ROOT / "tests" / inside.parent / f"test_{inside.stem}.py"
    if own.is_file():
        return own
    folder = ROOT / "tests" / inside.parent
    while not any(folder.rglob("test_*.py")):
        folder = folder.parent
    return folder


class Verdict(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "SURVIVED"
    UNKNOWN = "unknown"


def judge(mutant: Mutant, copy: Path) -> Verdict:
    """Whether the tests of the module fail with the mutant in its place in a ``copy`` of ``app``, and pass without it."""
    target = copy / "catchlight" / mutant.file.relative_to(SOURCE)
    source = target.read_text(encoding="utf-8")
    tree = ast.parse(source)
    swap(list(mutable_nodes(tree))[mutant.place])
    for tests in (tests_of(mutant.file), ROOT / "tests" / "golden"):
        target.write_text(ast.unparse(tree), encoding="utf-8")
        try:
            ran = _run(str(tests), copy)
        except subprocess.TimeoutExpired:
            return Verdict.UNKNOWN
        finally:
            target.write_text(source, encoding="utf-8")
        if ran.returncode != 0:
            failed = _FAILED.search(ran.stdout)
            passes_without = failed is not None and _run(failed[1], copy).returncode == 0
            return Verdict.KILLED if passes_without else Verdict.UNKNOWN
    return Verdict.SURVIVED


def _run(tests: str, copy: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", tests]
    environment = os.environ | {"PYTHONPATH": str(copy), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=_SECONDS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--within", default="", help="a package, such as matting or service/files")
    given = parser.parse_args()
    mutants = random.Random(given.seed).sample(find_mutants(given.within), given.count)
    verdicts: Counter[Verdict] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "app"
        shutil.copytree(SOURCE, copy / "catchlight", ignore=shutil.ignore_patterns("__pycache__"))
        (Path(folder) / "resources").symlink_to(ROOT / "resources")
        (Path(folder) / "networks").mkdir()
        os.environ[FOLDER_VARIABLE] = str(Path(folder) / "networks")
        for mutant in mutants:
            verdict = judge(mutant, copy)
            verdicts[verdict] += 1
            place = f"{mutant.file.relative_to(SOURCE)}:{mutant.line}"
            print(f"{verdict:8} {place}  {mutant.before}  ->  {mutant.after}", flush=True)
    judged = given.count - verdicts[Verdict.UNKNOWN]
    print(f"{verdicts[Verdict.KILLED]} of {judged} killed, {verdicts[Verdict.UNKNOWN]} unknown, seed {given.seed}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
