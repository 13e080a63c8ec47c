"""Where on a face make-up lies: eyes, lash lines, lips, and what covers them."""
