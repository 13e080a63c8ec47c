"""Many pictures done one after another, whether chosen (a batch) or arriving (a watched folder): what both share."""
