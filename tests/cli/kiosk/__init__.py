"""The command of the kiosk."""
