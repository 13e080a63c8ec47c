"""One clause to the verb it asks for, before regions and defaults are filled in."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from catchlight.core.messages import Message
from catchlight.language.intents import ColourTerm
from catchlight.language.lexicon import degrees
from catchlight.language.lexicon.row_types import ColourRule
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause
from catchlight.language.parse.lexing import Lexeme
from catchlight.language.semantics import amounts
from catchlight.language.semantics.colour_roles import attributive, colours
from catchlight.language.semantics.places import Refusal, direction, regions

NOTHING = "@nothing"
"""Verb of a clause that only tells how something is."""


@dataclass(frozen=True)
class Action:
    """A verb with its direction, as said; ``usual`` is its strength where no amount is named."""

    verb: str
    sign: int
    colour: ColourTerm | None = None
    look: str | None = None
    usual: float = degrees.USUAL
    verbal: bool = False
    fault: bool = False
    stated: bool = False
    """The clause says how something is ("the beard is grey"), not how it should be."""


def action(clause: Clause, vocabulary: Vocabulary) -> Action | None:
    """What a clause that is neither negated nor protecting asks for; None where it asks for nothing by itself.

    Raises Refusal.
    """
    said = colours(clause, vocabulary)
    if len({colour.name for colour, _, _ in said}) > 1:
        raise Refusal(Message("Two colours for one thing."))
    colour, family = (said[0][0], said[0][1]) if said else (None, "")
    looks = list(dict.fromkeys(lexeme.value for lexeme in clause.all("look")))
    if looks:
        return _look(clause, looks)
    acting = _acting(clause)
    if acting is not None and _deepens(clause, acting):
        acting = None
    if acting is not None:
        return _acted(clause, acting, colour, family, vocabulary)
    if clause.has("fault"):
        return _mended(clause, colour, vocabulary)
    if nouns := _verbs(clause, "noun"):
        return _moved(clause, nouns, colour, vocabulary)
    if colour is not None:
        return _coloured(clause, colour, family, vocabulary)
    return _directed(clause, vocabulary)


def _verbs(clause: Clause, role: str) -> list[str]:
    return list(dict.fromkeys(lexeme.value for lexeme in clause.all(role)))


def _look(clause: Clause, looks: list[str]) -> Action:
    if len(looks) > 1:
        looks = [_ruling(clause)]
    if clause.has("fault", "colour", "region") or any(o.text.casefold() not in _TONES for o in clause.all("noun")):
        raise Refusal(Message("It is not clear how these two belong together."))
    if clause.has("less", "remove", "too", "none") or _acting(clause) is not None:
        raise Refusal(Message("A look can be applied, not taken away."))
    return Action("look", 1, look=looks[0], usual=degrees.FULL)


_TONES = frozenset({"colours", "colors", "colour", "color", "tones", "light", "lighting"})
"""What a look is made of: colours like film."""


def _ruling(clause: Clause) -> str:
    """ "A vintage film look" is film, "a polaroid from the eighties" a polaroid."""
    said = clause.all("look")
    between = [one.text.casefold() for one in clause.lexemes if said[0].start < one.start < said[-1].start]
    if not {"or", "plus", "with"}.isdisjoint(between) or len(said) > _LOOKS:
        raise Refusal(Message("Only one look at a time."))
    return said[0].value if not {"from", "of", "in"}.isdisjoint(between) else said[-1].value


_LOOKS = 2
"""Looks of which one can describe the other at most."""


def _acting(clause: Clause) -> Lexeme | None:
    """The act that counts: where there are several, those that describe what is there are passed over."""
    acts = clause.all("act")
    if len(acts) > 1:
        acts = [act for act in acts if not (act.senses[0].base and attributive(clause, act))] or acts[-1:]
        if any(act.senses[0].verbal for act in acts):
            acts = [act for act in acts if act.senses[0].verbal or not act.senses[0].base]
    if len(acts) == 1 and acts[0].senses[0].base and not acts[0].senses[0].verbal and attributive(clause, acts[0]):
        other = clause.has("fault", "remove", "colour") or (clause.has("noun") and clause.has("more", "less", "add"))
        return None if other else acts[0]
    verbs = {(act.senses[0].value, act.senses[0].sign) for act in acts}
    if len(verbs) > 1:
        raise Refusal(Message("Two different things are asked of one place; say them one after the other."))
    return acts[0] if acts else None


def _acted(clause: Clause, act: Lexeme, colour: ColourTerm | None, family: str, vocabulary: Vocabulary) -> Action:
    sense = act.senses[0]
    verb = vocabulary.grammar.verbs[sense.value]
    reversed_ = clause.has("less", "down") != clause.has("too") or (sense.base and _complains(clause, act))
    if clause.has("down") and not clause.has("less", "too"):
        reversed_ = False  # "cool it down", "tone the shine down": the particle repeats the verb
    if clause.has("not") and clause.has("enough"):
        reversed_ = False
    if clause.has("remove", "none"):
        raise Refusal(Message("It is not clear how these two belong together."))
    sign = -sense.sign if reversed_ else sense.sign
    bare = sense.base and not clause.has("make", "give", "more", "less", "to", "region", "thing")
    bare = bare and not _wished_for(clause, act)
    stated = bare or (sense.base and _complains(clause, act))
    nouns = _verbs(clause, "noun")
    if nouns and nouns != [sense.value] and not set(nouns) <= set(verb.about):
        if len(nouns) == 1 and sense.base and not sense.verbal and (clause.has("too") or _complains(clause, act)):
            return Action(nouns[0], -sense.sign, stated=True)  # "the colours look dull"
        raise Refusal(Message("It is not clear how these two belong together."))
    if clause.has("fault") and not sense.verbal:
        raise Refusal(Message("It is not clear how these two belong together."))
    if verb.colour == "must" and colour is None:
        raise Refusal(Message("Which colour it is to have is missing."))
    if colour is not None and verb.colour == "none":
        return _coloured(clause, colour, family, vocabulary, act)
    return Action(sense.value, sign, colour, verbal=sense.verbal and not sense.base, stated=stated)


def _wished_for(clause: Clause, act: Lexeme) -> bool:
    """亮一点 asks for it; 有点亮 says that it is so."""
    at = clause.lexemes.index(act)
    return not act.text.isascii() and at + 1 < len(clause.lexemes) and clause.lexemes[at + 1].has("degree")


def _deepens(clause: Clause, act: Lexeme) -> bool:
    """ "The frown lines are too deep": the adjective says how bad the fault is, the fault what to mend."""
    sense = act.senses[0]
    if not sense.base or sense.verbal or not clause.has("fault") or clause.has("make", "give"):
        return False
    return clause.has("too") or _complains(clause, act)


def _complains(clause: Clause, act: Lexeme) -> bool:
    """ "It is dark": the word before is "is" and nothing is asked for."""
    if clause.has("make", "give") or any(_wishing(lexeme) for lexeme in clause.all("filler")):
        return False
    if any(lexeme.role == "is" and lexeme.value == "made" for lexeme in clause.lexemes):
        return True
    at = clause.lexemes.index(act)
    before = [lexeme for lexeme in clause.lexemes[:at] if lexeme.role not in ("degree", "filler", "pronoun", "article")]
    return bool(before) and before[-1].role == "is"


def _wishing(lexeme: Lexeme) -> bool:
    """ "I'd rather it was white" says how it should be."""
    said = lexeme.text.casefold().split()
    return "rather" in said[1:] or not {"wish", "prefer"}.isdisjoint(said)


def _mended(clause: Clause, colour: ColourTerm | None, vocabulary: Vocabulary) -> Action:
    faults = list(dict.fromkeys((lexeme.value, lexeme.senses[0].sign) for lexeme in clause.all("fault")))
    if len(faults) > 1:
        raise Refusal(Message("Say one fault after the other."))
    if colour is not None or clause.has("noun"):
        raise Refusal(Message("It is not clear how these two belong together."))
    if clause.has("make") and not clause.has("less", "mend", "remove", "none", "too", "down"):
        raise Refusal(Message("This can be taken away, not added."))
    if clause.has("add") and vocabulary.grammar.verbs[faults[0][0]].opposite == faults[0][0]:
        return Action(faults[0][0], -faults[0][1])  # "add a bit of haze"
    if clause.has("more", "add", "lacking") and not clause.has("none", "too", "less"):
        raise Refusal(Message("This can be taken away, not added."))
    gone = clause.has("remove", "none")
    verb, sign = faults[0]
    return Action(verb, sign, usual=degrees.FULL if gone and sign > 0 else degrees.USUAL, fault=True)


def _moved(clause: Clause, nouns: list[str], colour: ColourTerm | None, vocabulary: Vocabulary) -> Action:
    if len(nouns) > 1:
        raise Refusal(Message("Say one wish after the other."))
    verb = vocabulary.grammar.verbs[nouns[0]]
    towards = direction(clause) or int(clause.has("give") or _portioned(clause))
    if verb.automatic and not direction(clause) and not amounts.has_measure(clause) and colour is None:
        said = {lexeme.text.casefold() for lexeme in clause.all("mend", "make", "filler")}
        if clause.has("amiss") or said & _SETTING or (clause.has("off") and clause.has("is")):
            return Action(verb.automatic, 1, fault=clause.has("amiss", "off"))
    if not towards and not amounts.has_measure(clause) and not verb.bare and not (colour and verb.colour != "none"):
        raise Refusal(Message("Whether {verb} is to be more or less is missing.", verb=Message(verb.label.lower())))
    if verb.colour == "must" and colour is None:
        raise Refusal(Message("Which colour it is to have is missing."))
    if colour is not None and verb.colour == "none":
        raise Refusal(Message("A colour is named that has no place here."))
    gone = verb.removable and any(o.role == "none" or (o.role == "remove" and not o.value) for o in clause.lexemes)
    return Action(nouns[0], towards or 1, colour, usual=degrees.FULL if gone else degrees.USUAL)


_SETTING = frozenset(
    {"fix", "correct", "repair", "improve", "sort out", "perfect", "adjust", "修正", "校正", "修复", "改善"}
)


def _portioned(clause: Clause) -> bool:
    """ "A bit of contrast": an amount before the noun asks for it."""
    roles = [lexeme.role for lexeme in clause.lexemes]
    return "degree" in roles[: roles.index("noun")]


def _coloured(
    clause: Clause, colour: ColourTerm, family: str, vocabulary: Vocabulary, act: Lexeme | None = None
) -> Action:
    """A colour without a verb of its own: by the grammar's rules for more, less and all of it."""
    if act is not None:
        raise Refusal(Message("A colour is named that has no place here."))
    stated, place = False, colours(clause, vocabulary)[0][2]
    if clause.has("remove"):
        towards = -1
    else:
        towards = direction(clause) or int(_portion_of(clause))
        stated = not towards and not clause.has("to") and _complains(clause, place)
        if stated or (not towards and clause.has("mend") and not clause.has("to")):
            towards = -1
    move = {0: "to", 1: "more", -1: "less"}[towards]
    if clause.has("add") and clause.has("region", "thing") and not clause.has("to", "more", "noun", "pronoun"):
        raise Refusal(Message("This can be changed, not added."))
    rule = _rule(clause, move, family, vocabulary)
    if rule is None and (stated or clause.has("too")):
        return Action(NOTHING, 1, stated=True)
    if rule is None:
        raise Refusal(Message("What {name} is meant to do here is not clear.", name=colour.name))
    return Action(rule.verb, rule.sign, colour if rule.carries else None, usual=degrees.USUAL, stated=stated)


def _portion_of(clause: Clause) -> bool:
    """ "A hint of magenta": so much more of it."""
    return any(
        one.role == "degree" and one.text.casefold().endswith(" of") and other.role == "colour"
        for one, other in pairwise(clause.lexemes)
    )


def _rule(clause: Clause, move: str, family: str, vocabulary: Vocabulary) -> ColourRule | None:
    places = {name for region in regions(clause) for name in (region.name, vocabulary.kind(region.name))}
    places |= {lexeme.value for lexeme in clause.all("thing")}
    for rule in vocabulary.grammar.colour_rules:
        if rule.move != move or (rule.colours and family not in rule.colours):
            continue
        if rule.regions is None or (not rule.regions and not places) or places & set(rule.regions):
            return rule
    return None


def _directed(clause: Clause, vocabulary: Vocabulary) -> Action | None:
    """Directions alone: "lift the shadows", "remove the lamp"."""
    named = regions(clause)
    verbs = vocabulary.grammar.verbs
    if clause.has("remove", "none") and clause.has("whole") and not clause.has("thing"):
        raise Refusal(Message("Not everything can be removed at once."))
    if clause.has("remove", "none") and "remove" in verbs and (named or clause.has("thing", "pronoun")):
        return Action("remove", 1, usual=degrees.FULL)
    hidden = any(one.text.casefold().startswith(("hide", "hiding", "conceal", "cover")) for one in clause.all("mend"))
    if clause.has("mend") and any(hidden or one.value in vocabulary.grammar.cleaned for one in clause.all("thing")):
        return Action("remove", 1, usual=degrees.FULL)
    towards = direction(clause)
    kinds = {vocabulary.kind(region.name) for region in named}
    if kinds == {"@zone"} and clause.has("too") and not clause.has("more", "less", "up", "down", "lacking"):
        dark = all(region.name in vocabulary.grammar.dark_zones for region in named)
        return Action("@region", 1 if dark else -1)
    if kinds == {"@zone"} and (towards or amounts.has_measure(clause)):
        return Action("@region", towards or 1)
    if kinds == {"@band"} and (towards or amounts.has_measure(clause)):
        return Action("saturation", towards or 1)
    if towards or clause.has("make", "give", "mend"):
        if named and not towards and not clause.has("mend"):
            return None  # "make the shirt and tie black": what is to become of it follows
        if clause.has("act", "region", "thing", "whole", "pronoun", "remove", "add", "none"):
            raise Refusal(Message("What is to change, or how, is missing."))
        if not amounts.has_measure(clause) and not clause.has("degree", "more", "less", "make", "give"):
            raise Refusal(Message("What is to change, or how, is missing."))
    return None
