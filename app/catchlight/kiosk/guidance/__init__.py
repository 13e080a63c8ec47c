"""What a person in front of the camera should do, by the landmarks of the live view, and when all is right."""
