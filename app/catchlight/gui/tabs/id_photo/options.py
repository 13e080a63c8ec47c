"""The ID photo tab's fields, made from the operation's parameters, and the choice of what its canvas shows."""

from __future__ import annotations

from collections.abc import Callable

from catchlight.gui.widgets.form import Form
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.operations.id_photo.params import IdPhotoParams


def option_forms(theme: Theme, changed: Callable[[], object]) -> tuple[Form, Form]:
    """What everybody sees, and what is folded away. changed: called when a person changes either."""
    own = tr("The document's")
    seen = Form(IdPhotoParams, ["hd"], theme)
    folded = Form(
        IdPhotoParams, ["dpi", "max_kilobytes", "align"], theme, none_texts={"dpi": own, "max_kilobytes": own}
    )
    for form in (seen, folded):
        form.changed.connect(changed)
    return seen, folded


def stage_choice() -> Segments:
    """frame or result."""
    return Segments(
        [
            ("frame", tr("Frame"), None, tr("The picture with the frame that will be cut (F)")),
            ("result", tr("Result"), None, tr("The finished photo (R)")),
        ]
    )
