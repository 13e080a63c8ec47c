"""Identity documents in the window: search, card, rules."""
