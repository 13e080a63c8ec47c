"""The configuration of a kiosk."""
