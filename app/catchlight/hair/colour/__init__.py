"""Another hair colour, laid on strand by strand."""
