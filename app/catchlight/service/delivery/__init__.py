"""Finished files put where the settings say."""
