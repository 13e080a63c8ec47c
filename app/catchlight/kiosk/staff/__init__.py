"""Calls for staff: what is open, and the ways in which somebody hears of it."""
