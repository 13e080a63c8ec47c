"""Pictures that come by themselves: from a watched folder, or from a camera."""
