"""Sockets, worker processes, threads for edits."""
