"""The clipping warning: blown highlights and blocked shadows of what the canvas shows, laid over it."""
