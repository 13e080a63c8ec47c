"""Hair styles by family, each as a card of this person, with the sliders that go with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catchlight.catalogue.hairstyles import HairStyle
from catchlight.gui.app.session import Session
from catchlight.gui.cards.cards import CardItem
from catchlight.gui.cards.groups import CardGroups
from catchlight.gui.tabs.hair.photo_section import PhotoSection
from catchlight.gui.tabs.hair.state import HairState
from catchlight.gui.widgets.labels import rule
from catchlight.gui.widgets.setting_slider import SettingSlider
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import label_of, tr

if TYPE_CHECKING:
    from catchlight.hair.style_warnings import QualityWarning

KEEP = ""
"""Id of the card that leaves the style as it is."""


class HairStyles(CardGroups):
    """At most one card of all families is chosen; before them all, hair of a photo."""

    def __init__(self, session: Session, theme: Theme) -> None:
        titles = {
            "own": tr("Your own hair"), "short": tr("Short"), "medium": tr("Medium"),
        }  # fmt: skip
        rows = {
            family: [CardItem(row.id, _named(row)) for row in session.catalogue.hair_styles if row.family == family]
            for family in titles
        }
        rows["own"].insert(0, CardItem(KEEP, tr("Own style")))
        super().__init__(
            "hair style", {family: (titles[family], rows[family]) for family in titles}, session.stock, theme
        )
        self.length = SettingSlider(tr("Length"), tr("Length of the style, by its own."), 60, 150, theme, rest=100)
        self.volume = SettingSlider(tr("Volume"), tr("Volume of the style, by its own."), 50, 180, theme, rest=100)
        straighter = tr("Straighter or curlier than the style is by itself.")
        self.texture = SettingSlider(tr("Texture"), straighter, -100, 100, theme)
        moved = tr("Moves the parting of a new style to one side, in millimetres.")
        self.parting = SettingSlider(tr("Parting"), moved, -60, 60, theme)
        self.photos = PhotoSection(session, theme)
        for place, widget in enumerate((self.photos, rule(), *self.sliders)):
            self.column.insertWidget(place, widget)

    @property
    def sliders(self) -> tuple[SettingSlider, ...]:
        return self.length, self.volume, self.texture, self.parting

    def show_amounts(self, wish: HairState) -> None:
        self.length.show_value(wish.length * 100)
        self.volume.show_value(wish.volume * 100)
        self.texture.show_value(wish.texture * 100)
        self.parting.show_value(wish.parting * 10)


def _named(row: HairStyle) -> str:
    return tr("{style} (drawing)", style=label_of(row)) if row.drawn else label_of(row)


def quality_warning_text(doubt: QualityWarning) -> str:
    """What a card says of a style or colour that may not look real on this picture."""
    return {
        "invented": tr("Much of neck or clothing behind the hair had to be made up"),
        "forehead": tr("The hair hides a forehead that this style would show"),
        "small": tr("The head is too small in this picture for single strands"),
        "style": tr("This style still looks drawn on most people"),
        "joined": tr("New hair would show beside the photo's own"),
        "taken": tr("To try on: seen at full size, edges and ears give it away"),
        "lost": tr("This picture shows too little of the strands of black hair for this"),
        "sparse": tr("The picture shows too little hair for this"),
        "ground": tr("The background at the edge of the hair would have to be made up"),
        "unsure": tr("The picture does not show plainly where the hair ends"),
        "grey": tr("This picture is grey: colour would lie on the hair alone"),
        "short": tr("Hair this short shows no ends that could differ from its roots"),
    }[doubt]
