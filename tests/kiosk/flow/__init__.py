"""The states of a session."""
