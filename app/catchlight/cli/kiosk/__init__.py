"""``catchlight kiosk``: options, and what is told in the terminal."""
