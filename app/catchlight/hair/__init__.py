"""Hair: which pixels it covers, how it lies, another colour, trims, its removal, and drawn styles."""
