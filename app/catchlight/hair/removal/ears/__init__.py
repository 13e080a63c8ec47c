"""Ears where hair hid them."""
