"""Pictures that arrive in a folder."""
