"""The kiosk's screens in its languages: nothing is left in English, nothing is cut off, and Arabic runs from right to left."""

from __future__ import annotations
