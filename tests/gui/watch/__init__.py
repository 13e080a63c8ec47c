"""The watched folder in the window."""
