"""Batches in the window: the files, how they are to be done, and how far that is."""
