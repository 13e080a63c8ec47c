"""A lab of many kiosks on one queue: on paper, simulated, and under fire."""
