"""Payment at a kiosk."""
