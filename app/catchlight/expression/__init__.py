"""Another expression on the same face: measured, planned, warped, drawn where something new is seen, and measured again."""
