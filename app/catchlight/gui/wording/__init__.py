"""What the window says, in the user's language."""
