"""What older databases lack: a module a kind of file, a numbered step a version. Steps never change once they are shipped."""
