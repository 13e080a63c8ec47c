"""The operation ``id_photo``: a document's photo in exact pixels and density, cut from a portrait and measured again."""
