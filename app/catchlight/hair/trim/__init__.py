"""Cutting the person's own hair, and what is seen where it was."""
