"""Pictures as arrays: types, geometry, resampling, filters, colour, and the formats of files. Knows no face and no network."""
