"""Histogram: tones counted, the zones of its sliders, and the widget."""
