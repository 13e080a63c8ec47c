"""PNG files."""
