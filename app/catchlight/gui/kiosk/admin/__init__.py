"""The admin page of a kiosk: behind a PIN, everything that staff need."""
