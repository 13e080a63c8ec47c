"""TIFF files."""
