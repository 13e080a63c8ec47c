"""An open picture, its steps, and how they are shown."""
