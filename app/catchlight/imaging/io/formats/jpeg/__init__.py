"""JPEG files."""
