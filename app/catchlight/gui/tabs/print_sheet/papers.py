"""The papers of the catalogue as a list to choose from."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QComboBox

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.papers import Paper
from catchlight.gui.widgets.form import WheelFilter
from catchlight.gui.wording.i18n import label_of, tr


def paper_choice(catalogue: Catalogue, chosen: str, parent: QObject) -> QComboBox:
    """Entries with the paper's id as data; ``chosen`` is current where there is such a paper."""
    box = QComboBox()
    box.setAccessibleName(tr("Paper"))
    box.setToolTip(tr("Size of the paper; inch papers are exact inches"))
    box.installEventFilter(WheelFilter(parent))
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(12)
    for paper in catalogue.papers:
        box.addItem(paper_title(paper), paper.id)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    return box


def paper_title(paper: Paper) -> str:
    """As in "4R (4 × 6 in) · 101.6 × 152.4 mm"."""
    name, size = label_of(paper), f"{paper.width_mm:g} × {paper.height_mm:g}"
    return name if size in name else f"{name} · {size} mm"
