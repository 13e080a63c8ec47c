"""Guide hairs: roots, directions, partings, curls, locks."""
