"""The kiosk with its real parts, kept alive by a watchdog."""
