"""A tethered camera: released from the window, its pictures in the film strip as they are taken."""
