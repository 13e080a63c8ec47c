"""Single strands from guides: spread, ordered by depth, kept off the face."""
