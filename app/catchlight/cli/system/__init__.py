"""What the commands ask of the system that they run on."""
