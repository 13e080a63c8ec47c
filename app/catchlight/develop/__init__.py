"""Developing a whole picture: settings and the pipeline that carries them out. Knows no words, no catalogue, no window."""
