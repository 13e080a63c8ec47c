"""The portrait without its hair: background, cloth, scalp, ears and neck where hair hid them."""
