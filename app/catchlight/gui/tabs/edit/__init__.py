"""The edit tab."""
