"""The kiosk behind its screens."""
