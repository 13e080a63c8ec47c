"""A watched folder: its window, and the watch itself, which goes on whatever window shows it."""
