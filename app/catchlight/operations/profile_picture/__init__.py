"""The operation ``profile_picture``: a portrait in the squares or circles that profiles ask for, step by step."""
