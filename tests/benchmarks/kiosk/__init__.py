"""Whole sessions at a kiosk: twelve portraits, faults at every state, traces, and hundreds in a row."""
