"""Bodies in, answers out, with bounds on memory and time."""
