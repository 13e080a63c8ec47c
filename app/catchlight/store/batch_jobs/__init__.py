"""Batches that clients have handed to a server: their files, who is at each, and what has become of it."""
