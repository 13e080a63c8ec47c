"""Commands, menus and the palette."""
