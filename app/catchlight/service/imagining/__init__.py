"""The engines of the settings: added, tried, chosen, and handed to editors."""
