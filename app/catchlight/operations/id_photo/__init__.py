"""ID photo: a document's photo in exact pixels and density, cut from a portrait and measured again."""

from catchlight.operations.id_photo.run import ORIGINAL, TRANSPARENT, document_of, ground_of, make, plan, run, size_of

__all__ = ["ORIGINAL", "TRANSPARENT", "document_of", "ground_of", "make", "plan", "run", "size_of"]
