"""Colours lighter than the hair: what dark hair does not show of its strands, and what the camera made of it."""
