"""New hair laid into a photo, drawn or taken from another one: before and behind the body, its rim light, and glasses before it."""
