"""Where limits that are not a document's own come from."""

from catchlight.core.messages import Message

ICAO = "ICAO 9303, ISO/IEC 19794-5"
OFIQ = "ISO/IEC 29794-5 (OFIQ)"
OWN = Message("measured on portraits, docs/verdict.md")
