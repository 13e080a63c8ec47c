"""Hand tools in the edit tab: brushes and gradients on the canvas, and the list of what they did."""
