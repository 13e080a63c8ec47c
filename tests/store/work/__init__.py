"""What servers and workers tell each other."""
