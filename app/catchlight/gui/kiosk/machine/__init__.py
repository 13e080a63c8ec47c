"""The machine behind the screens: carries out what the session's table says, on threads of its own."""
