"""The printer of the kiosk's tests."""

from tests.simulators.cups.fixtures import installed_printer, photo_printer

__all__ = ["installed_printer", "photo_printer"]
