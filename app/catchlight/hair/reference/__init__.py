"""Hair taken from another photo: what that shows of it, where it comes to lie, and how it becomes a part of the picture."""
