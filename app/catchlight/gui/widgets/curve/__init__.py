"""The editor of tone curves."""
