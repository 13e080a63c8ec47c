"""The head under the hair: an ellipsoid, its hairline and its outline."""
