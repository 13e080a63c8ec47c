"""The parts of the main window: its bars and its middle, the tabs, and what shows the picture."""
