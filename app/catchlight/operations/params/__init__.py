"""What each operation can be asked for. Loading it loads nothing of what does the work."""
