"""What decoding has to say reaches a Chinese window in Chinese."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from catchlight.gui.wording import i18n
from catchlight.gui.wording.retold import translate_sentence
from catchlight.imaging import io
from PySide6.QtWidgets import QApplication

_FOLDER = Path(io.__file__).parent


def _literal(node: ast.expr) -> str:
    """A string or an f-string, its parts as 7."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _said() -> Iterator[str]:
    """Every note, and every refusal of a kind that is not supported with a file's name in front."""
    for file in sorted(_FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Assign)
                and isinstance(node.targets[0], ast.Name)
                and node.targets[0].id.startswith("NOTE")
            ):
                yield _literal(node.value).replace("{lines}", "7").replace("{height}", "9")
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if called == "NotSupported" and isinstance(node, ast.Call) and (text := _literal(node.args[0])):
                yield f"photo.tif {text}."


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    language = i18n.Language(qapp)
    language.use("zh")
    yield
    language.use("en")


@pytest.mark.usefixtures("chinese")
def test_every_note_and_refusal_of_a_file_is_retold() -> None:
    said = list(_said())
    assert len(said) > 40
    assert [sentence for sentence in said if translate_sentence(sentence) is None] == []
