"""Texture of drawn hair, taken from the photo's own hair."""
