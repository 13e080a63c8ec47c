"""The expression tab."""
