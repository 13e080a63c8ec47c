"""Drawn hair: strands grown on a fitted head and rendered into the photo."""
