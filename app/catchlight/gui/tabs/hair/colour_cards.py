"""Hair colours by family, each as a card of this person."""

from __future__ import annotations

from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.cards.card_cache import CardCache
from catchlight.gui.cards.cards import CardItem
from catchlight.gui.cards.groups import CardGroups
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import label_of, tr

KEEP = ""
"""Id of the card that leaves the colour as it is."""


def hair_colours(catalogue: Catalogue, stock: CardCache, theme: Theme) -> CardGroups:
    """At most one card of all families is chosen."""
    titles = {
        "black": tr("Black"), "brown": tr("Brown"), "blonde": tr("Blonde"), "red": tr("Red"), "grey": tr("Grey and white"),
        "fashion": tr("Fashion"), "multi": tr("Two colours"),
    }  # fmt: skip
    rows = {
        family: [CardItem(row.id, label_of(row), row.hex) for row in catalogue.hair_colours if row.family == family]
        for family in titles
    }
    rows["black"].insert(0, CardItem(KEEP, tr("Own colour")))
    groups = {family: (titles[family], rows[family]) for family in titles}
    return CardGroups("hair colour", groups, stock, theme, columns=4)
