"""Faces: detection, landmarks, pose, identity, expression coefficients."""
