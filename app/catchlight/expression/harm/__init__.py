"""What a change of expression would do to a face that no face does: measured on the result, so that it is refused."""
