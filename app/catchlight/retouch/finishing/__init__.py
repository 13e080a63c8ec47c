"""A portrait's finish: unevenness of light, lines by place, catchlights, marks on teeth, and whether there is any of it."""
