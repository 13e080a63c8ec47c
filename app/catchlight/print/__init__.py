"""Photos on paper: packing, marks, pixels, PDF."""
