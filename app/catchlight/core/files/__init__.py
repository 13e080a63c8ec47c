"""Files: names that are valid on every system, writing that a crash cannot halve, the log file."""
