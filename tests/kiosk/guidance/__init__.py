"""Guidance before the camera."""
