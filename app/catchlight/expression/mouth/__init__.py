"""Lips and what is seen between them."""
