"""The parts of the profile picture: the light set right, the square cut, the background made, the person cut out, the sizes."""
