"""The commands of the first level: the table of operations, the window, and what stands around them."""
