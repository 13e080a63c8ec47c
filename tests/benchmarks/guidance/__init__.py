"""Whether guidance says the right word first, on frames made of portraits by moving, scaling, turning and lighting them."""
