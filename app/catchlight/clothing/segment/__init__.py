"""Which pixels are cloth, and of which garment."""
