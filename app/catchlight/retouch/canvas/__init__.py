"""More canvas: space added around a picture."""
