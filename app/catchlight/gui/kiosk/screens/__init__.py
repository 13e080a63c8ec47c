"""The screens of a session, one class each."""
