"""Blurs and other filters on planes."""
