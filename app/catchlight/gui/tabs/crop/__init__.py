"""The crop tab: turn, straighten, crop on the canvas, and more canvas around it."""
