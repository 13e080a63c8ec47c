"""What a picture shows of a person: face, pose, parts of the head, light, skull; each computed once."""
