"""Colour spaces: sRGB and its transfer curve, OKLab, luminance."""
