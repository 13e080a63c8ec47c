"""A person in the clothes of another picture, as headshots need them."""
