"""Files of people: which pictures are taken, how they are read, what results are called, how they are written."""
