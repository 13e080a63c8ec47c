"""Semantic parser by rules: a sentence, English or Chinese, to intents, with what each word was taken for. Knows no picture.

A sentence passes through ``interpreter``, ``text`` (tokens), ``parse.lexing`` (lexemes: known phrases with all their senses),
``parse.asides`` (what asks for nothing is left out), ``parse.clauses`` (one clause a wish), ``semantics.compose``,
``semantics.actions`` (the verb of a clause) and ``semantics.finish``, and leaves as ``intents``. The other modules hold the
rules of one of these stages. Only a sentence that is not understood goes through ``parse.narrative`` and ``suggest``.
"""
