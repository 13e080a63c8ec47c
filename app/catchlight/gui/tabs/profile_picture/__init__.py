"""The profile picture tab."""
