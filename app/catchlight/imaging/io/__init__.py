"""Files to pixels and back."""
