"""Choosing between pictures: marks, the order of the strip, and the view that leafs through them."""
