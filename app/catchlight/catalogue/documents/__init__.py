"""Identity documents: the rules that an office publishes for its photo, each with its sources."""

from catchlight.catalogue.documents.limits import MM_PER_INCH, Limits
from catchlight.catalogue.documents.row import Document
from catchlight.catalogue.documents.source import Source
from catchlight.catalogue.documents.upload import Upload

__all__ = ["MM_PER_INCH", "Document", "Limits", "Source", "Upload"]
