"""Editor, generations, settings and wire format: what all front ends share. Knows no front end."""
