"""What to type: completions, and the nearest phrases that are understood."""
