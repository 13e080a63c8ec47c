"""Everything that a window says, for tests that look at all of it: on the screen, in tooltips, and to a screen reader."""

from __future__ import annotations

from collections.abc import Iterator

from catchlight.gui.id_documents.search import SUBTITLE
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTableView,
    QTextEdit,
    QTreeView,
    QWidget,
)

SPOKEN = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.StatusTipRole,
    SUBTITLE,
)


def words_of(root: QWidget) -> Iterator[tuple[QWidget, str]]:
    """Each text below ``root`` with the widget that says it; what a person typed is no part of it."""
    for widget in (root, *root.findChildren(QWidget)):
        for text in said_by(widget):
            if text:
                yield widget, text


def said_by(widget: QWidget) -> Iterator[str]:
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle())
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QLineEdit | QPlainTextEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QTextEdit):
        yield widget.toPlainText()
    elif isinstance(widget, QAbstractSpinBox):
        yield widget.text()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(row) for row in range(widget.count()))
    elif isinstance(widget, QAbstractItemView):
        yield from _in_rows(widget)
    elif isinstance(widget, QMenu):
        for action in widget.actions():
            yield from (action.text(), action.toolTip(), action.statusTip())


def _in_rows(view: QAbstractItemView) -> Iterator[str]:
    model, root = view.model(), view.rootIndex()
    if model is None:
        return
    columns = model.columnCount(root) if isinstance(view, QTableView | QTreeView) else 1
    for row in range(model.rowCount(root)):
        for column in range(columns):
            index = model.index(row, column, root)
            yield from (str(model.data(index, role) or "") for role in SPOKEN)
    if isinstance(view, QTableView | QTreeView):
        yield from (str(model.headerData(column, Qt.Orientation.Horizontal) or "") for column in range(columns))
