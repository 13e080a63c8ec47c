"""Rules between the fields of a model, declared once: validation and the JSON schema are both made of them."""
