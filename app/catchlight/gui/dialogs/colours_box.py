"""The choice of the colours that a file is written in, the same wherever the window writes files."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox

from catchlight.gui.wording.i18n import tr
from catchlight.imaging.colour.output_spaces import SPACE_NAMES, ColourSpace


class ColoursBox(QComboBox):
    """Offers what suits each file, the picture's own colours, and the spaces by their names."""

    def __init__(self, chosen: ColourSpace | None, profile: str = "") -> None:
        """profile: name of the picture's own colour space, where one picture is meant."""
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.addItem(tr("Automatic"), None)
        own = tr("{profile}, as the source", profile=profile) if profile else tr("As the source")
        self.addItem(own, "source")
        for space, name in SPACE_NAMES.items():
            self.addItem(name, space)
        self.choose(chosen)

    @property
    def chosen(self) -> ColourSpace | None:
        """None for what suits the file."""
        found: ColourSpace | None = self.currentData()
        return found

    def choose(self, space: ColourSpace | None) -> None:
        """Say a space, as a person would."""
        self.setCurrentIndex(0 if space is None else self.findData(space))


def colours_help() -> str:
    """What the choice means."""
    return tr(
        "Colour space of the file. Automatic: the picture's own, and sRGB where a raw file becomes a JPEG, WebP or AVIF. "
        "sRGB for the web and for programs that know no other; Display P3 for screens that show more; "
        "Adobe RGB (1998) and ProPhoto RGB for printing and for going on elsewhere, best with 16 bits"
    )
