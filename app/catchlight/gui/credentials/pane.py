"""Below *Content Credentials* in the preferences: who signs, and the ways to another identity."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from catchlight.gui.widgets.flow_layout import FlowLayout
from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class IdentityPane(QWidget):
    """Shows and emits; ``CredentialsDesk`` does it."""

    make_wanted = Signal()
    use_wanted = Signal()
    trust_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.identity = label("", wrap=True)
        self.trusted = label("", "small", wrap=True)
        self.notice = warning_label()
        about = tr(
            "An identity made here proves that a file is unchanged; who you are nobody vouches for, so other programs call it "
            "untrusted. A key and certificates of a recognised issuer are trusted everywhere."
        )
        self.make = _button(
            tr("Make my own identity…"), tr("A key for you alone, and its certificate, on this computer")
        )
        self.make.clicked.connect(self.make_wanted)
        self.use = _button(tr("Use a key and certificate chain…"), tr("Two PEM files, which stay where they are"))
        self.use.clicked.connect(self.use_wanted)
        self.trust = _button(tr("Trust list…"), tr("Certificates (PEM) that are trusted when files are read"))
        self.trust.clicked.connect(self.trust_wanted)
        buttons = FlowLayout(theme.px(2))
        for button in (self.make, self.use, self.trust):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        for widget in (self.identity, self.notice, label(about, "small", wrap=True), self.trusted):
            column.addWidget(widget)
        column.addLayout(buttons)

    def say(self, text: str) -> None:
        """What stands in the way; empty for nothing."""
        self.notice.setText(text)
        self.notice.setVisible(bool(text))

    def show_identity(self, text: str) -> None:
        self.identity.setText(text)

    def show_trust_list(self, name: str) -> None:
        """name: of the file; empty for none."""
        own = tr("Trusted when files are read: identities made here.")
        self.trusted.setText(
            tr("Trusted when files are read: identities made here, and {name}.", name=name) if name else own
        )
        self.trust.setText(tr("Forget the trust list") if name else tr("Trust list…"))


def _button(text: str, tip: str) -> QPushButton:
    made = QPushButton(text)
    made.setToolTip(tip)
    made.setAutoDefault(False)
    return made
