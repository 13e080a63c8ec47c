"""The pictures of a session."""
