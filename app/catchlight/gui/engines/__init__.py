"""Engines in the window: the page where they are added and tried, and the tray of what one has painted."""
