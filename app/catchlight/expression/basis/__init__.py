"""The canonical face and the movements that are defined on it."""
