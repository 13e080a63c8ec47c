"""Pictures that come by themselves, from the terminal."""
