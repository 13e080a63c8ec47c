"""Light and folds of skin that moves."""
