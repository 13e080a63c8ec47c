"""Which pixels are hair: shares of hair, the matte of single strands, corrections by brush."""
