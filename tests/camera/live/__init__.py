"""Cameras with a live view."""
