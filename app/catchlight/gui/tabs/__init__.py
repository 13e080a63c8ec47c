"""The tabs of the window, one package each; ``registry`` lists those that are shown."""
