"""The parts of the headshot: what is chosen, where the frame lies, what is worn, how it is lit and put together."""
