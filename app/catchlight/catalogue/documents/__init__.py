"""Identity documents: the rules that an office publishes for its photo, each with its sources."""

from catchlight.catalogue.documents.limits import MM_PER_INCH, Bounds
from catchlight.catalogue.documents.row import DocumentSpec
from catchlight.catalogue.documents.source import RuleSource
from catchlight.catalogue.documents.upload import UploadLimits

__all__ = ["MM_PER_INCH", "Bounds", "DocumentSpec", "RuleSource", "UploadLimits"]
