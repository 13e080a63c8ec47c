"""Tidying up: loose hairs, reflections in glasses, creases and lint on cloth."""
