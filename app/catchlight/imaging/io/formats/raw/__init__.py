"""Camera raw files: told from other files, their embedded previews, and their development through LibRaw."""
