"""The tethered camera in the window."""
