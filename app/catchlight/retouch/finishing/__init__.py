"""A portrait's finish: unevenness of light, lines by place, red pupils, and whether there is any of it."""
