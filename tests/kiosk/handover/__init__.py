"""Handing over at a kiosk."""
