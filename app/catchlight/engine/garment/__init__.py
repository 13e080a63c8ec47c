"""Drawn garments: cut to a body, shaded by the photo's light, woven at the photo's resolution, worn under hair and beard."""
