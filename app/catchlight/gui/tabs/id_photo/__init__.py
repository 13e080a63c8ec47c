"""The ID photo tab."""
