"""Colours of screens and printers: what the window is shown through, soft proof, and printing a picture."""
