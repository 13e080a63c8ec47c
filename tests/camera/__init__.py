"""Tethered cameras."""
