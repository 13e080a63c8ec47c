"""Colours of screens and printers in the window."""
