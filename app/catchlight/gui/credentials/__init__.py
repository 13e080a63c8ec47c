"""Content Credentials in the window: those of the picture that is open, and the identity that exports are signed with."""
