"""Ways to look: full screen, the picture alone, and a window for the client's screen."""
