"""New hair laid into a photo: before and behind the body, its rim light, and glasses before it."""
