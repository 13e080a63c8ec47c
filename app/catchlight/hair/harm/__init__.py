"""Harm that a drawn style would do to a face or a body, measured on its result and refused beyond a photo's own noise."""
