"""Tidying up: lint and dust on cloth."""
