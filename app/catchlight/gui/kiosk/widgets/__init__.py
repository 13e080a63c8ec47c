"""Controls that the screens share: large, calm, and made for fingers."""
