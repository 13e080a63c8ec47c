"""Pictures that arrive in a folder: found as they come, and taken when they are complete."""
