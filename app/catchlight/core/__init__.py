"""What every layer uses and what knows none of them: errors, progress, threads, memory, files."""
