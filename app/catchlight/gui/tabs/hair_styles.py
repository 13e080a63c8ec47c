"""Hair styles by family, each as a card of this person, with the sliders that go with them."""

from __future__ import annotations

from catchlight.catalogue.shelf import Catalogue
from catchlight.gui.card_groups import CardGroups
from catchlight.gui.cards import Row
from catchlight.gui.i18n import label_of, tr
from catchlight.gui.jobs import JobQueue
from catchlight.gui.setting_slider import SettingSlider
from catchlight.gui.theme import Theme

KEEP = ""
"""Id of the card that leaves the style as it is."""


class HairStyles(CardGroups):
    """At most one card of all families is chosen."""

    def __init__(self, catalogue: Catalogue, jobs: JobQueue, theme: Theme) -> None:
        titles = {
            "own": tr("Your own hair"), "short": tr("Short"), "medium": tr("Medium"), "long": tr("Long"),
            "textured": tr("Curls and texture"),
        }  # fmt: skip
        rows = {
            family: [Row(row.id, label_of(row)) for row in catalogue.hair_styles if row.family == family]
            for family in titles
        }
        rows["own"].insert(0, Row(KEEP, tr("Own style")))
        super().__init__({family: (titles[family], rows[family]) for family in titles}, jobs, theme)
        self.length = SettingSlider(tr("Length"), tr("Length of the style, by its own."), 60, 150, theme, rest=100)
        self.volume = SettingSlider(tr("Volume"), tr("Volume of the style, by its own."), 50, 180, theme, rest=100)
        self.column.insertWidget(0, self.length)
        self.column.insertWidget(1, self.volume)

    def show_amounts(self, length: float, volume: float) -> None:
        self.length.show_value(length * 100)
        self.volume.show_value(volume * 100)
