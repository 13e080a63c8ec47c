"""Content Credentials (C2PA): what a picture has been through, signed into the file and read back by anybody.

``identity`` makes and loads keys, ``manifest`` tells a picture's record in C2PA's words, ``sign`` puts it into a file,
``reading`` reads and validates, ``words`` tells it to people. All of it needs the extra ``credentials`` (c2pa-python), which is
loaded by ``library`` alone; nothing here opens a connection.
"""
