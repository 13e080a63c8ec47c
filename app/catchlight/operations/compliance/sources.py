"""Where limits that are not a document's own come from."""

ICAO = "ICAO 9303, ISO/IEC 19794-5"
OFIQ = "ISO/IEC 29794-5 (OFIQ)"
OWN = "measured on portraits, docs/verdict.md"
