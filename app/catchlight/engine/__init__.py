"""Pictures in, pictures out: decoding, networks, analysis and pixel work. Knows no operation, no file name and no network."""
