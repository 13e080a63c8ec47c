"""Pieces of what is worn, told from each other by their form and by colours that must agree with it."""
