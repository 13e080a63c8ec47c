"""The screens of a kiosk over the real engine."""
