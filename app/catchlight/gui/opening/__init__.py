"""Ways in and out for files: dialogs, drops, the clipboard, recovery after a crash."""
