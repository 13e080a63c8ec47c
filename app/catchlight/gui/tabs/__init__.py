"""The tabs of the window, one module each; ``TABS`` lists those that are shown."""
