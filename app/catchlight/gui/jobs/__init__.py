"""Work off the GUI thread, and how it is shown."""
