"""What the store of generations no longer needs: beyond its limits, left by a crash, or without a row."""
