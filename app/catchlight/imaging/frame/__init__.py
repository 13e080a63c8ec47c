"""The frame of a picture: quarter turns, flips, straightening, perspective and a box, as one transform that is resampled once."""
