"""What every screen is about: the sentence that is read aloud, and the help."""

from __future__ import annotations

from collections.abc import Mapping

from catchlight.core.messages import mark
from catchlight.kiosk.flow.state import ScreenId

HELP: Mapping[ScreenId, str] = {
    "attract": mark(
        "Touch the screen to begin. This kiosk takes a photo for a passport, an identity card or another document."
    ),
    "language": mark("Touch the language in which this kiosk should speak to you."),
    "document": mark(
        "Touch the document that you need a photo for. If it is not among the cards, touch Search and type the name of the "
        "country."
    ),
    "consent": mark("Read what happens with your pictures. If you agree, touch the button. If you do not, touch Stop."),
    "camera": mark(
        "Sit so that your head fills the oval, and follow the words on the screen. When all is right, the picture is taken by "
        "itself. You can also touch the button."
    ),
    "review": mark(
        "Every picture is checked against the rules of your document. A green tick means that a rule is kept, a cross that it is "
        "not. Touch a rule to see the part of the photo that it is about. You can take another picture."
    ),
    "options": mark("Choose how many sheets you want, and whether you want the photo as a file as well."),
    "pay": mark("Pay as the screen says. The money is taken only when your photo has come out of the printer."),
    "print": mark(
        "Your sheet is being printed. If the printer needs paper, staff are called, and the sheet comes by itself afterwards."
    ),
    "hand_over": mark("Take your file in the way that you chose. Then touch the button at the foot of the screen."),
    "farewell": mark("Take your sheet with you. All pictures have been deleted from this kiosk."),
}
