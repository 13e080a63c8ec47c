"""The tabs of the window, from left to right: a new one is a class, and a row here."""

from __future__ import annotations

from catchlight.gui.tabs.adjust.tab import AdjustTab
from catchlight.gui.tabs.crop.tab import CropTab
from catchlight.gui.tabs.edit.tab import EditTab
from catchlight.gui.tabs.expression.tab import ExpressionTab
from catchlight.gui.tabs.hair.tab import HairTab
from catchlight.gui.tabs.headshot.tab import HeadshotTab
from catchlight.gui.tabs.id_photo.tab import IdPhotoTab
from catchlight.gui.tabs.print_sheet.tab import PrintSheetTab
from catchlight.gui.tabs.profile_picture.tab import ProfilePictureTab
from catchlight.gui.tabs.tab import Tab

TABS: tuple[type[Tab], ...] = (
    HairTab,
    HeadshotTab,
    IdPhotoTab,
    PrintSheetTab,
    EditTab,
    ExpressionTab,
    AdjustTab,
    ProfilePictureTab,
    CropTab,
)
