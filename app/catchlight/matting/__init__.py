"""A person's soft alpha: estimated, refined along colours, repaired, and free of the old background's colours."""
