"""XMP sidecars: ratings, flags and colour labels beside a picture, as other programs read and write them."""
