"""A portrait's finish: unevenness of light, lines by place, catchlights, and whether there is any of it."""
