"""The operation ``face_expression``."""
