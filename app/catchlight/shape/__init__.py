"""Shape: the face of a person reshaped as a layer before a ground that stays as it is."""
