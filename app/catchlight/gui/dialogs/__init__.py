"""Dialogs and the banner."""
