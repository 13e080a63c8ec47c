"""What the user has chosen, in one JSON file: its parts, all of them, and the file."""
