"""HEIC, HEIF and AVIF files."""
