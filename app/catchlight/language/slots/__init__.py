"""Slots: places, colours, amounts and polarity that a clause names."""
