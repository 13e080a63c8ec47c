"""The pictures of a session: takes, their photos and verdicts, the sheet and the files that are handed over."""
