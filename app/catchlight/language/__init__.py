"""Semantic parser: a sentence, English or Chinese, to intents, with what each word was taken for. Knows no picture.

A sentence passes through ``interpreter``, ``text`` (tokens), ``parse.lexing`` (lexemes: known phrases with all their senses),
``parse.clauses`` (clauses with their polarity), ``ranking`` (how much each intent speaks from a clause, by the phrase bank),
``slots`` (places, colours, amounts) and ``composing`` (clauses that agree with their slots to intents, or a refusal), and
leaves as ``intents``. ``suggest`` completes what is typed and names what is near to a sentence that is refused.
"""
