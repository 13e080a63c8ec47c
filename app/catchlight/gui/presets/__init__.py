"""Presets in the window: saving steps, the place where they lie, doing them to other pictures."""
