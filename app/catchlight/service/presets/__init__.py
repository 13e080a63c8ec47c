"""Presets: the steps of a picture's history, kept to be done to other pictures. Knows no front end."""
