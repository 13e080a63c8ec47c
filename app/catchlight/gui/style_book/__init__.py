"""The style book in the window: pieces read, kept, and the places of garments corrected."""
