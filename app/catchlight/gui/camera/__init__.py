"""Taking a portrait with a camera of this computer."""
