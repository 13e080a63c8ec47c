"""The stages of developing: tone, colour, detail, local contrast, vignette."""
