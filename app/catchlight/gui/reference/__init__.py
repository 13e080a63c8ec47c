"""A reference picture beside the one that is worked on: another open picture, or a file."""
