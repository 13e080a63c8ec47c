"""What this program is: version, promise, the networks with their licences, what each edit does not do, where files lie."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QTextBrowser, QVBoxLayout, QWidget

from catchlight import __version__
from catchlight.gui.app.window_layout import resize_dialog
from catchlight.gui.dialogs.dialog_buttons import close_button
from catchlight.gui.guide.handbook import sections
from catchlight.gui.guide.markdown_view import show_markdown
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import is_chinese, tr
from catchlight.paths import resources


class AboutDialog(QDialog):
    """Everything on one page that can be scrolled and copied."""

    def __init__(self, home: Path, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Catchlight"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        mark = QLabel()
        side = theme.px(16)
        mark.setPixmap(theme.icons("app", theme.tokens["accent"]).pixmap(side, side))
        head = QHBoxLayout()
        head.setSpacing(theme.px(4))
        head.addWidget(mark)
        names = QVBoxLayout()
        names.addWidget(label("Catchlight", "title"))
        names.addWidget(label(tr("Version {version}", version=__version__), "muted"))
        head.addLayout(names, 1)
        promise = tr("An offline portrait studio. No picture leaves this computer unless you choose a server.")
        self.text = QTextBrowser()
        self.text.setAccessibleName(tr("About Catchlight"))
        self.text.setOpenExternalLinks(True)
        self.text.document().setDocumentMargin(theme.px(4))
        parts = (_limits(), _networks(), _licence(), _files(home))
        show_markdown(self.text, "\n\n".join(parts), theme.px(2))
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(4))
        column.addLayout(head)
        column.addWidget(label(promise, wrap=True))
        column.addWidget(self.text, 1)
        column.addWidget(close_button(self, tr("Close")))
        resize_dialog(self, theme.px(160), theme.px(150))


def _limits() -> str:
    """What the edits do not do, out of the handbook."""
    parts = [f"## {tr('What the edits do not do')}"]
    for section in sections("zh" if is_chinese() else "en"):
        parts += [f"**{section.title}**", "\n".join(f"- {line}" for line in section.limits)] if section.limits else []
    return "\n\n".join(parts)


def _networks() -> str:
    """The shipped networks: what for, from where, under which licence."""
    rows = json.loads((resources() / "models" / "manifest.json").read_text(encoding="utf-8"))
    lines = [f"- **{row['file']}** ({row['licence']}): {tr(row['task'])}. {row['source']}" for row in rows]
    return "\n\n".join([f"## {tr('Networks and their licences')}", "\n".join(lines)])


def _licence() -> str:
    words = tr("The program is under the Apache License 2.0. The notices of the networks lie in {folder}.")
    return f"## {tr('Licence')}\n\n" + words.format(folder=f"`{resources() / 'models' / 'notices'}`")


def _files(home: Path) -> str:
    return f"## {tr('Files of the program')}\n\n`{home}`"
