"""The profile that the system keeps for a screen, asked of X11, colord, Windows or macOS."""
