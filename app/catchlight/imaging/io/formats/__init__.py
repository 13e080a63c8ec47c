"""One module for each kind of file: its structure, and its pixels as they are stored."""
