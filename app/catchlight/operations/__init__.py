"""What the program can do: one module an operation, each with its Params and run(). Knows no file, window or network."""
