"""The command palette over the window: its commands, what can be set, recent files, presets, and sentences for the Edit tab."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.app.window.tab_desk import TabDesk
from catchlight.gui.commands.command import Command, met_needs, need_words
from catchlight.gui.commands.command_palette import CommandPalette
from catchlight.gui.commands.menus import menu_titles
from catchlight.gui.finding.matching import RankedRow, Searchable, rank
from catchlight.gui.finding.options import Option, find_options
from catchlight.gui.finding.palette_rows import PaletteRow, command_row, option_row
from catchlight.gui.finding.terms import terms_of
from catchlight.gui.opening.recent_menu import RecentMenu
from catchlight.gui.presets.desk import PresetCommands
from catchlight.gui.tabs.edit.tab import EditTab
from catchlight.gui.tabs.tab import Tab
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.service.presets.preset import Preset

MOST_SENTENCES = 3
"""Sentences that the palette offers behind the commands."""


class PaletteDesk(QObject):
    """Opens the palette with all that can be done now."""

    def __init__(self, session: Session, tabs: TabDesk, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._tabs = tabs
        self._theme = theme
        self._window = window
        self._table: Sequence[Command] = ()
        self._actions: Mapping[str, QAction] = {}
        self._recent: RecentMenu | None = None
        self._presets: PresetCommands | None = None
        self._forms: Mapping[str, Callable[[], QWidget]] = {}
        self._in_dialogs: dict[str, Sequence[Option]] = {}
        """By the command that opens the dialog; each is looked through once."""
        self._sources: Iterator[Callable[[], Iterator[PaletteRow]]] = iter(())
        """Tabs and dialogs that are not looked through yet since the palette was opened."""
        self._opened = 0
        self.box = CommandPalette(theme, window)
        self.box.said.connect(self._say)

    def join(
        self,
        table: Sequence[Command],
        actions: Mapping[str, QAction],
        recent: RecentMenu,
        presets: PresetCommands,
        forms: Mapping[str, Callable[[], QWidget]],
    ) -> None:
        """forms: what makes the form of a dialog, to be looked through and thrown away, by the command that opens the dialog."""
        self._table, self._actions, self._recent, self._presets, self._forms = table, actions, recent, presets, forms

    def slots(self) -> dict[str, Callable[[], object]]:
        return {"palette": self.open}

    def open(self) -> None:
        edit = self._edit_tab()
        if edit is not None:
            edit.words.read_words()
        self._opened += 1
        recent = self._recent.offers() if self._recent is not None else []
        commands = list(self._command_rows())
        known = {(row.title, tab) for row, tab in zip(commands, self._command_tabs(), strict=True)}
        tabs = [partial(self._tab_rows, tab, known) for tab in self._tabs.shelf.built]
        self._sources = iter([*tabs, *(partial(self._dialog_rows, key) for key in self._forms)])
        self.box.open([*commands, *(command_row(action) for action in recent)], self._sentences, self._gather_all)
        QTimer.singleShot(0, self, partial(self._gather, self._opened))
        self._offer_presets(self._opened)

    def _gather(self, opened: int) -> None:
        """Look through one tab or dialog in a turn of the event loop: the palette is there at once."""
        source = next(self._sources, None) if opened == self._opened else None
        if source is not None:
            self.box.add_rows(list(source()))
            QTimer.singleShot(0, self, partial(self._gather, opened))

    def _gather_all(self) -> list[PaletteRow]:
        """What has not been looked through yet: something is typed already."""
        return [row for source in self._sources for row in source()]

    # Rows

    def _command_tabs(self) -> list[str]:
        """Keys of the tabs of the commands, in the order of their rows."""
        return [row.tab or row.key for row in self._table if row.key != "palette"]

    def _command_rows(self) -> Iterator[PaletteRow]:
        menus = {key: title.replace("&", "") for key, title in menu_titles().items()}
        tabs = {row.key: row.text for row in self._table}
        why, met = need_words(), met_needs(self._session.current, self._session.documents)
        for command in self._table:
            if command.key == "palette":
                continue
            action = self._actions[command.key]
            place = " ".join((menus[command.menu], command.group, tabs.get(command.tab, "")))
            elsewhere = bool(command.needs) and command.needs in met
            reason = tr("Not now: leave the culling view first") if elsewhere else why[command.needs]
            yield command_row(action, place, "" if action.isEnabled() else reason)

    def _tab_rows(self, tab: Tab, known: set[tuple[str, str]]) -> Iterator[PaletteRow]:
        """What can be set in a tab, without what is a command of the same name there."""
        icon = self._theme.icons(tab.icon)
        for option in find_options(tab):
            if (option.title.rstrip("…"), tab.key) not in known:
                yield option_row(option, tab.title(), icon, _shower(self._tabs, tab, option))

    def _dialog_rows(self, key: str) -> Iterator[PaletteRow]:
        """What can be set in a dialog, by the command that opens it, where that can be done now."""
        if key not in self._in_dialogs:
            self._in_dialogs[key] = _look_through(self._forms[key])
        action = self._actions[key]
        place = action.text().replace("&", "").rstrip("…")
        for option in self._in_dialogs[key] if action.isEnabled() else ():
            yield option_row(option, place, action.icon(), self._opener(action, option), terms_of(action))

    def _opener(self, action: QAction, option: Option) -> Callable[[], None]:
        def run() -> None:
            before = self._dialogs()
            action.trigger()
            for dialog in self._dialogs():
                if dialog not in before:
                    found = next((one for one in find_options(dialog) if one == option), None)
                    if found is not None:
                        found.reveal()

        return run

    def _dialogs(self) -> list[QDialog]:
        return [dialog for dialog in self._window.findChildren(QDialog) if dialog.isVisible()]

    def _offer_presets(self, opened: int) -> None:
        """Presets by their names, as soon as their files are read; for the picture that is open."""
        document, presets = self._session.current, self._presets
        if document is None or not document.loaded or presets is None:
            return
        icon, place = self._theme.icons("preset"), self._actions["presets"].text().replace("&", "").rstrip("…")

        def have(found: Sequence[Preset]) -> None:
            if opened == self._opened:
                self.box.add_rows(
                    [
                        option_row(Option(preset.name, ()), place, icon, partial(presets.apply_here, preset))
                        for preset in found
                    ]
                )

        presets.read(have)

    # Sentences

    def _edit_tab(self) -> EditTab | None:
        tab = self._tabs.shelf.called("edit")
        return tab if isinstance(tab, EditTab) else None

    def _sentences(self, beginning: str) -> Sequence[RankedRow[str]]:
        """What can be said of the picture in the Edit tab: known sentences with these words, or one that goes on as typed."""
        edit, document = self._edit_tab(), self._session.current
        if document is None or not document.loaded or edit is None:
            return ()
        known = [(Searchable(sentence), sentence) for sentence in edit.prompt.known_sentences(beginning)]
        found = [match for match in rank(beginning, known) if match.whole]
        return (found or [RankedRow(one, 0.0, 0.0) for one in edit.prompt.continued(beginning)])[:MOST_SENTENCES]

    def _say(self, sentence: str) -> None:
        edit = self._edit_tab()
        if edit is not None:
            self._tabs.choose_tab(edit)
            edit.prompt.set_text(sentence)
            edit.prompt.setFocus(Qt.FocusReason.OtherFocusReason)


def _shower(tabs: TabDesk, tab: Tab, option: Option) -> Callable[[], None]:
    def run() -> None:
        tabs.choose_tab(tab)
        option.reveal()

    return run


def _look_through(make: Callable[[], QWidget]) -> list[Option]:
    form = make()
    found = find_options(form)
    form.deleteLater()
    return found
