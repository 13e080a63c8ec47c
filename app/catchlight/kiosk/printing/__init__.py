"""Printing sheets to the exact millimetre, and the printer's true state by IPP."""
