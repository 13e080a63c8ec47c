"""What the checks measure: coverings of the face, exposure, angles."""
