"""The Internet Printing Protocol, as far as a kiosk speaks it: messages, and requests over HTTP. Knows no printer of its own."""
