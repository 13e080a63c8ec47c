"""An identity document as the window tells of it: its card, its rules, its words."""
