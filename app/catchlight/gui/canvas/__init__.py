"""The picture on screen: zoom, tiles, overlays, guides."""
