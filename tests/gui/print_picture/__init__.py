"""Printing a picture."""
