"""What is wrong with a matte, measured and mended: cloth taken for wall, haze, scraps and colours of the old background."""
