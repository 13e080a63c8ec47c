"""What the program can do: one package an operation, each with ``params`` and ``run``. Knows no file, window or network."""
