"""The configuration of a kiosk: one model for the file, the admin page and the fleet."""
