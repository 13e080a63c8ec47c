"""Hair: what of a picture is hair, how it lies and grows, what colour it has, and colouring it anew."""
