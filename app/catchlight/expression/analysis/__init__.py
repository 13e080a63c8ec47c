"""What a face shows before it is changed: its parts, what covers it, the state of mouth and eyes."""
