"""Suggestions: completions, and the nearest phrases that are understood."""
