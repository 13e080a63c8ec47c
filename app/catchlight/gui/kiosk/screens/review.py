"""The takes side by side, and what the checks say of the one that is proposed or was touched."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.screens.screen import KioskScreen, column_of, foot_of, scrolled
from catchlight.gui.kiosk.widgets.buttons import rename, text_label
from catchlight.gui.kiosk.widgets.check_row import KioskCheckRow
from catchlight.gui.kiosk.widgets.fitting import ModestArea
from catchlight.gui.kiosk.widgets.photo_view import PhotoView
from catchlight.gui.kiosk.widgets.spinner import Spinner
from catchlight.gui.kiosk.widgets.take_card import TakeCard
from catchlight.gui.kiosk.words.check_advice import shown_checks
from catchlight.gui.widgets.labels import restyle
from catchlight.gui.wording.i18n import tell_or_keep, tr, tr_counted
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.session.take import Take


class ReviewScreen(KioskScreen):
    """Waits for the verdict, then shows it; what it shows of a check is chosen by touch, the worst at first."""

    def __init__(self, desk: KioskController, looks: KioskLooks) -> None:
        super().__init__(desk, looks)
        self.title = text_label("", "title")
        self.text = text_label("")
        self.head.addWidget(self.title)
        self.head.addWidget(self.text)
        self.photo = PhotoView(looks)
        self._strip = QHBoxLayout()
        self._strip.setSpacing(looks.gap)
        self.takes: dict[int, TakeCard] = {}
        self.checks: dict[str, KioskCheckRow] = {}
        self._crowded = looks.crowded
        """Whether the words stand with the checks, and are moved with them: beside them there is no room for the buttons."""
        self._list = scrolled(QWidget(), ModestArea(round(looks.body * 5)))
        self._spinner = Spinner(looks)
        self._shown: tuple[int | None, int] | None = None
        self.again = self.button(tr("Take another picture"), "", on.TakeAgain)
        self.use = self.button(tr("Use this photo"), "primary", on.Accepted)
        self.controls.addWidget(self._list, 1)
        self.controls.addLayout(foot_of(looks, self.again, self.use))
        picture = QWidget()
        column = QVBoxLayout(picture)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(looks.gap)
        column.addWidget(self.photo, 1)
        column.addLayout(self._strip)
        self.lay_out(picture, share=3, halved=not self._crowded)
        self._spinner.setParent(picture)
        self.refresh()

    @property
    def help(self) -> str:
        if not self.checks or self.desk.state.judging:
            return self.prompt
        marks = tr(
            "Every picture is checked against the rules of your document. A tick means that a rule is kept, a cross that it is "
            "not, and a question mark that the checks are not sure. Touch a rule to see the part of the photo that it is about."
        )
        left = self.desk.rules.takes - len(self.desk.state.takes)
        return f"{marks} {_more_takes(left)}" if left > 0 else marks

    def resizeEvent(self, event: object) -> None:
        self._centre()

    def refresh(self) -> None:
        state = self.desk.state
        take = self.desk.chosen_take()
        self._spinner.setVisible(state.judging)
        self._centre()
        left = self.desk.rules.takes - len(state.takes)
        self.again.setVisible(left > 0)
        self.again.setEnabled(not state.judging)
        if state.judging or take is None:
            self._say(tr("Your picture is being checked."), tr("This takes a few seconds."))
            self.use.setVisible(False)
            self._list.hide()
            self.text.show()
            self._shown = None
            if not state.takes or take is None:
                return
        elif self._shown != (take.id, len(state.takes)):
            self._shown = (take.id, len(state.takes))
            self._show(take, left)
        self._show_takes()

    def _centre(self) -> None:
        parent = self._spinner.parentWidget()
        if parent is not None:
            self._spinner.move(parent.rect().center() - self._spinner.rect().center())

    def _show(self, take: Take, left: int) -> None:
        document = self.desk.parts.catalogue.documents.get(self.desk.state.document)
        height = document.height_mm if document is not None else 0.0
        photo = take.taken if take.photo is None else take.photo.picture
        self.photo.show_picture(photo, height, take.guides)
        self._say(*self._verdict(take, left))
        checks = shown_checks(take.checks)
        self.checks = {str(check["id"]): KioskCheckRow(self.looks, check) for check in checks}
        for entry, row in self.checks.items():
            row.clicked.connect(lambda _checked=False, chosen=entry: self.show_check(chosen))
        rows: list[QWidget] = list(self.checks.values())
        joined = self._crowded and bool(rows)
        if joined:
            rows.insert(0, text_label(self.text.text()))
        self.text.setVisible(not joined)
        self._list.setWidget(column_of(self.looks, rows))
        self._list.setVisible(bool(checks))
        self.use.setVisible(self._usable(take))
        self.again.setProperty("role", "" if self._usable(take) else "primary")
        restyle(self.again)
        rename(self.use, tr("Use this photo") if take.overall == "pass" else self._use_anyway())
        if take.notable:
            self.show_check(str(take.notable[0]["id"]))

    def show_check(self, entry: str) -> None:
        """The part of the photo that a check is about."""
        for other, row in self.checks.items():
            row.setChecked(other == entry)
        self.photo.show_check(entry)

    def _usable(self, take: Take) -> bool:
        return take.overall == "pass" or (take.overall == "uncertain" and self.desk.rules.uncertain != "refuse")

    def _use_anyway(self) -> str:
        return tr("Ask staff to allow it") if self.desk.rules.uncertain == "staff" else tr("Use it all the same")

    def _verdict(self, take: Take, left: int) -> tuple[str, str]:
        if take.overall == "pass":
            return tr("This photo fits."), tr("It keeps every rule of your document that was measured.")
        more = _more_takes(left) if left > 0 else tr("Please ask a member of staff.")
        if take.overall == "uncertain":
            said = {
                "person": tr("An office may refuse it. Look at the marked rules and decide yourself."),
                "staff": tr("A member of staff has to look at it."),
                "refuse": tr("It cannot be printed here."),
            }[self.desk.rules.uncertain]
            return tr("The checks are not sure of this photo."), f"{said} {more}" if left > 0 else said
        why = tell_or_keep(take.refusal) if take.refusal is not None else tr("See the rules marked with a cross.")
        return tr("This photo does not fit."), f"{why} {more}"

    def _say(self, title: str, text: str) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self.prompt = f"{title} {text}"

    def _show_takes(self) -> None:
        """A small picture of each take, where there are several."""
        state = self.desk.state
        entries = [take.id for take in state.takes if take.id in self.desk.contents.takes]
        if len(entries) > 1 and set(entries) != set(self.takes):
            for card in self.takes.values():
                card.deleteLater()
            self.takes = {}
            for number, entry in enumerate(entries, 1):
                card = TakeCard(self.looks, self.desk.contents.takes[entry], number)
                card.clicked.connect(lambda _checked=False, chosen=entry: self.send(on.TakeChosen(chosen)))
                self._strip.addWidget(card)
                self.takes[entry] = card
        for entry, card in self.takes.items():
            card.setChecked(entry == state.chosen)


def _more_takes(left: int) -> str:
    return tr_counted("You can take {count} more picture.", "You can take {count} more pictures.", left)
