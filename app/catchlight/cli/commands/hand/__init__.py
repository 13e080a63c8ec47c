"""Commands over what a hand has drawn."""
