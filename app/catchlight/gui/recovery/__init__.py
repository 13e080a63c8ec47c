"""The session that a crash or a good end left: written while the program runs, taken back by the next start."""
