"""Edits in which an engine paints."""
