"""What helps a person to find the way: handbook, keys, the first-start tour, what the program is."""
