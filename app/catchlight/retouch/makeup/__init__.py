"""Make-up: each product is an area on the face, drawn from the landmarks, and a plan for painting it."""
