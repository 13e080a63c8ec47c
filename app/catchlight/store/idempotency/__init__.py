"""Requests by the names that their callers gave them."""
