"""Catchlight: an offline portrait studio. Nothing is imported here, so that every front end starts fast."""

__version__ = "0.2.0"
