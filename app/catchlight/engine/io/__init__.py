"""Files to pixels and back: what ``engine.codec`` is made of."""
