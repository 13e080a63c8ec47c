"""Cameras with a live view: frames while the person moves, and a whole picture at the release. Knows no Qt."""
