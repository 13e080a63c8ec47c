"""Neck, shoulders and neckline where hair hid them."""
