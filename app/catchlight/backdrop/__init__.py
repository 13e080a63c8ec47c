"""What stands behind a person: procedural scenes drawn out of focus, and a person fitted to them. Knows no operation."""
