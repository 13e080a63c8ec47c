"""Verbs of make-up and of a portrait's finish."""
