"""Pictures that an engine of the user's makes up: what it is asked for, the window it sees, and what its answer must stand."""
