"""Work that is done later: what has to be done, and who does it, on this computer or on the workers of a lab."""
