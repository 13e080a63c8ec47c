"""Handing over: the file by QR code, on a stick, by e-mail, to an authority; and the receipt."""
