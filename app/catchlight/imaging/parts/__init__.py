"""Large pictures in parts: tiles, and rows that are asked for some at a time."""
