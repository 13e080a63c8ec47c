"""Turns a sentence, English or Chinese, into intents and says what it took each word for. Knows no picture."""
