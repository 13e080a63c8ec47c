"""Patterns of texts, for ``re`` and for JSON schemas alike."""

_SPACES = r"\x09-\x0d\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
NOT_BLANK = rf"[^{_SPACES}\x00-\x1f\x7f-\x9f\ufeff]"
"""A sign that is neither white space (Unicode's White_Space) nor a control character; in the classes that ECMA 262, by which JSON
schemas are read, and Python's ``re`` read alike: their ``\\s`` differ."""
UNPRINTABLE = r"\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
"""Members of a class: control characters, and those of Unicode's Cf, Zl and Zp that change how text is read."""
PRINTABLE_LINE = rf"[^{UNPRINTABLE}{_SPACES}](?:[^{UNPRINTABLE}]*[^{UNPRINTABLE}{_SPACES}])?"
"""A text in one line without spaces around it."""
