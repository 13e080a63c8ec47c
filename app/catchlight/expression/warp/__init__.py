"""The picture of a face pulled over its new shape."""
