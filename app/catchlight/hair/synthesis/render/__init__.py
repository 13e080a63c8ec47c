"""Strands to pixels: shading, occlusion, rasterising."""
