"""Cameras that are released from here, and whose pictures come as they are taken. Knows no Qt; from one thread at a time."""
