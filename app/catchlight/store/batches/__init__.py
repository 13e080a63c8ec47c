"""Batches that survive a kill: their files, and what has become of each."""
