"""Marks of pictures: where they are read from, and where they are written."""
