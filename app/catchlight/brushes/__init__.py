"""Hand tools: an ordered list of edits, each a tool under a soft mask of strokes, gradients and found regions."""
