"""How many sheets, and the file in which ways; with the price of it all."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.screens.screen import KioskScreen, column_of, foot_of, scrolled
from catchlight.gui.kiosk.widgets.buttons import ChoiceCard, big_button, rename, text_label
from catchlight.gui.kiosk.widgets.photo_view import PhotoView
from catchlight.gui.kiosk.words.payment_words import amount_text
from catchlight.gui.kiosk.words.ways_words import WAYS
from catchlight.gui.wording.i18n import tr, tr_counted
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.handover.port import HandoverId


class OptionsScreen(KioskScreen):
    """Nothing is decided before the button at its foot."""

    def __init__(self, desk: KioskController, looks: KioskLooks) -> None:
        super().__init__(desk, looks)
        rules = desk.rules
        self._prints = rules.prints(desk.state.document)
        self.copies = int(self._prints)
        self.say(tr("What would you like?"))
        self.ways: dict[HandoverId, ChoiceCard] = {}
        self._price = text_label("", "title")
        self.forth = self.button(tr("Go on"), "primary", self._chosen)
        widgets: list[QWidget] = []
        self.fewer, self.more = (
            big_button("−", "", lambda: self._change(-1)),
            big_button("+", "", lambda: self._change(1)),
        )
        for button in (self.fewer, self.more):
            button.setMinimumWidth(round(1.6 * looks.target))
        self._count = text_label("", "strong", centred=True)
        if self._prints:
            widgets.append(self._stepper())
        for way in rules.ways:
            words = WAYS[way]
            price = rules.shop.digital
            subtitle = tr(words.subtitle)
            if price:
                subtitle = f"{subtitle} · {amount_text(price, rules.shop.currency)}"
            card = ChoiceCard(looks, tr(words.title), subtitle, words.icon)
            card.setCheckable(True)
            card.setChecked(not self._prints and len(rules.ways) == 1)
            card.toggled.connect(lambda _checked: self._show())
            self.ways[way] = card
            widgets.append(card)
        self.controls.addWidget(scrolled(column_of(looks, widgets)), 1)
        self.controls.addWidget(self._price)
        self.controls.addLayout(foot_of(looks, self.button(tr("Back"), "", on.WentBack), self.forth))
        photo = PhotoView(looks)
        take = desk.chosen_take()
        photo.show_picture(None if take is None or take.photo is None else take.photo.picture)
        self.lay_out(photo)
        self._show()

    @property
    def help(self) -> str:
        if not self.ways:
            return tr("Choose how many sheets you want.")
        if not self._prints:
            return tr("Choose how you want to have the photo as a file.")
        return tr("Choose how many sheets you want, and whether you want the photo as a file as well.")

    @property
    def chosen_ways(self) -> tuple[HandoverId, ...]:
        return tuple(way for way, card in self.ways.items() if card.isChecked())

    def _stepper(self) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(self.looks.gap)
        self.fewer.setAccessibleName(tr("One sheet fewer"))
        self.more.setAccessibleName(tr("One sheet more"))
        line.addWidget(self.fewer)
        line.addWidget(self._count, 1)
        line.addWidget(self.more)
        return row

    def _change(self, by: int) -> None:
        self.copies = min(max(self.copies + by, 0 if self.ways else 1), self.desk.rules.shop.max_copies)
        self._show()

    def _show(self) -> None:
        shop, ways = self.desk.rules.shop, self.chosen_ways
        self._count.setText(
            tr_counted("{count} printed sheet", "{count} printed sheets", self.copies)
            if self.copies
            else tr("No printed sheet")
        )
        self.fewer.setEnabled(self.copies > (0 if self.ways else 1))
        self.more.setEnabled(self.copies < shop.max_copies)
        amount = self.desk.rules.amount(self.copies, ways)
        priced = bool(shop.price or shop.extra_copy or shop.digital)
        self._price.setVisible(priced and self.looks.upright)
        self._price.setText(tr("Together {amount}", amount=amount_text(amount, shop.currency)))
        self.forth.setEnabled(bool(self.copies or ways))
        rename(self.forth, tr("Pay {amount}", amount=amount_text(amount, shop.currency)) if amount else tr("Go on"))

    def _chosen(self) -> on.Event:
        return on.OptionsChosen(self.copies, self.chosen_ways)
