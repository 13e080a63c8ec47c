"""Golden results: what every operation gives on the shipped samples, to the bit, so that moved code is seen to be the same."""
