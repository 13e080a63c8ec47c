"""The operation ``edit``: a sentence and a hotspot change a part of the picture."""
