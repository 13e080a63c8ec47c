"""Headshots in which an engine paints: clothes of another picture, a background from a sentence, room beyond the photo."""
