"""The checks of a verdict by subject: face, head geometry, background, file."""
