"""What a picture shows of itself: whether a face is a photographed person's, whether a head is bare. Cues that must agree."""
