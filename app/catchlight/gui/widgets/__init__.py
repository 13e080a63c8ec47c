"""Widgets that know no picture: sliders, switches, forms, labels, icons, themes."""
