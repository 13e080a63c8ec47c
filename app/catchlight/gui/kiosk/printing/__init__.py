"""Printing by the system's own printer drivers, where there is no CUPS."""
