"""Example of a plug-in for Catchlight: an operation and a place of delivery."""
