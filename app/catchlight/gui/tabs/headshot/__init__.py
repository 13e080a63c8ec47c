"""The headshot tab."""
