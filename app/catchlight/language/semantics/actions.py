"""Action of a clause: the verb it asks for, before regions and defaults are filled in."""

from __future__ import annotations

from catchlight.language.intents import ColourTerm
from catchlight.language.lexicon import degrees
from catchlight.language.lexicon.row_types import Verb
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause
from catchlight.language.parse.lexing import Lexeme
from catchlight.language.semantics import amounts
from catchlight.language.semantics.colour_actions import colour_action
from catchlight.language.semantics.colour_roles import colours, is_attributive
from catchlight.language.semantics.drafts import Action
from catchlight.language.semantics.places import Refusal, direction, regions
from catchlight.language.semantics.predicates import complains, deepens_fault, is_bare_adjective

_UNCLEAR = "It is not clear how these two belong together."


def action(clause: Clause, vocabulary: Vocabulary) -> Action | None:
    """What a clause that is neither negated nor protecting asks for; None where it asks for nothing by itself.

    Raises Refusal.
    """
    said = colours(clause, vocabulary)
    if len({colour.name for colour, _, _ in said}) > 1:
        raise Refusal("Two colours for one thing.")
    colour = said[0][0] if said else None
    looks = list(dict.fromkeys(lexeme.value for lexeme in clause.all("look")))
    if looks:
        return _look_action(clause, looks)
    act = _ruling_act(clause)
    if act is not None and not deepens_fault(clause, act):
        return _verb_action(clause, act, colour, vocabulary)
    if clause.has("fault"):
        return _fault_action(clause, colour, vocabulary)
    if nouns := _nouns(clause):
        return _noun_action(clause, nouns, colour, vocabulary)
    if said:
        return colour_action(clause, *said[0], vocabulary)
    return _direction_action(clause, vocabulary)


def _nouns(clause: Clause) -> list[str]:
    """The verbs that the nouns of a clause name, each once."""
    return list(dict.fromkeys(lexeme.value for lexeme in clause.all("noun")))


def _look_action(clause: Clause, looks: list[str]) -> Action:
    if len(looks) > 1:
        looks = [_ruling_look(clause)]
    if clause.has("fault", "colour", "region") or any(o.text.casefold() not in _TONES for o in clause.all("noun")):
        raise Refusal(_UNCLEAR)
    if clause.has("less", "remove", "too", "none") or _ruling_act(clause) is not None:
        raise Refusal("A look can be applied, not taken away.")
    return Action("look", 1, look=looks[0], usual=degrees.FULL)


_TONES = frozenset({"colours", "colors", "colour", "color", "tones", "light", "lighting"})
"""What a look is made of: colours like film."""


def _ruling_look(clause: Clause) -> str:
    """ "A vintage film look" is film, "a polaroid from the eighties" a polaroid."""
    said = clause.all("look")
    between = [one.text.casefold() for one in clause.lexemes if said[0].start < one.start < said[-1].start]
    if not {"or", "plus", "with"}.isdisjoint(between) or len(said) > _LOOKS:
        raise Refusal("Only one look at a time.")
    return said[0].value if not {"from", "of", "in"}.isdisjoint(between) else said[-1].value


_LOOKS = 2
"""Looks of which one can describe the other at most."""


def _ruling_act(clause: Clause) -> Lexeme | None:
    """The act that counts; None where there is none, or only one that describes what is there. Raises Refusal for two."""
    acts = clause.all("act")
    if len(acts) > 1:
        acts = _without_descriptions(clause, acts)
    if len(acts) == 1 and _is_adjective(acts[0]) and is_attributive(clause, acts[0]):
        changed = clause.has("noun") and clause.has("more", "less", "add")
        return None if changed or clause.has("fault", "remove", "colour") else acts[0]
    if len({(act.senses[0].value, act.senses[0].sign) for act in acts}) > 1:
        raise Refusal("Two different things are asked of one place; say them one after the other.")
    return acts[0] if acts else None


def _without_descriptions(clause: Clause, acts: list[Lexeme]) -> list[Lexeme]:
    """Of several acts those that do not describe what is there; beside an imperative no adjective counts."""
    acts = [act for act in acts if not (act.senses[0].base and is_attributive(clause, act))] or acts[-1:]
    if any(act.senses[0].verbal for act in acts):
        return [act for act in acts if act.senses[0].verbal or not act.senses[0].base]
    return acts


def _is_adjective(act: Lexeme) -> bool:
    return act.senses[0].base and not act.senses[0].verbal


def _verb_action(clause: Clause, act: Lexeme, colour: ColourTerm | None, vocabulary: Vocabulary) -> Action:
    """ "Brighten", "darker", "it is dark"."""
    sense = act.senses[0]
    verb = vocabulary.grammar.verbs[sense.value]
    if clause.has("remove", "none"):
        raise Refusal(_UNCLEAR)
    complaint = sense.base and complains(clause, act)
    nouns = _nouns(clause)
    if nouns and nouns != [sense.value] and not set(nouns) <= set(verb.about):
        if len(nouns) == 1 and _is_adjective(act) and (clause.has("too") or complaint):
            return Action(nouns[0], -sense.sign, stated=True)  # "the colours look dull"
        raise Refusal(_UNCLEAR)
    if clause.has("fault") and not sense.verbal:
        raise Refusal(_UNCLEAR)
    _require_colour(verb, colour)
    return Action(
        sense.value,
        -sense.sign if _reverses(clause, complaint) else sense.sign,
        colour,
        verbal=sense.verbal and not sense.base,
        stated=complaint or is_bare_adjective(clause, act),
    )


def _reverses(clause: Clause, complaint: bool) -> bool:
    """Whether less of a verb is asked for: "less bright", "too bright", "it is bright"."""
    if clause.has("down") and not clause.has("less", "too"):
        return False  # "cool it down", "tone the shine down": the particle repeats the verb
    if clause.has("not") and clause.has("enough"):
        return False
    return clause.has("less", "down") != clause.has("too") or complaint


def _require_colour(verb: Verb, colour: ColourTerm | None) -> None:
    """Raises Refusal where a verb lacks its colour, or has one that it cannot take."""
    if verb.colour == "must" and colour is None:
        raise Refusal("Which colour it is to have is missing.")
    if verb.colour == "none" and colour is not None:
        raise Refusal("A colour is named that has no place here.")


def _fault_action(clause: Clause, colour: ColourTerm | None, vocabulary: Vocabulary) -> Action:
    """ "Remove the shine", "the shadow under her chin": a fault to be mended."""
    faults = list(dict.fromkeys((lexeme.value, lexeme.senses[0].sign) for lexeme in clause.all("fault")))
    if len(faults) > 1:
        raise Refusal("Say one fault after the other.")
    if colour is not None or clause.has("noun"):
        raise Refusal(_UNCLEAR)
    if clause.has("make") and not clause.has("less", "mend", "remove", "none", "too", "down"):
        raise Refusal("This can be taken away, not added.")
    if clause.has("add") and vocabulary.grammar.verbs[faults[0][0]].opposite == faults[0][0]:
        return Action(faults[0][0], -faults[0][1])  # "add a bit of haze"
    if clause.has("more", "add", "lacking") and not clause.has("none", "too", "less"):
        raise Refusal("This can be taken away, not added.")
    gone = clause.has("remove", "none")
    verb, sign = faults[0]
    return Action(verb, sign, usual=degrees.FULL if gone and sign > 0 else degrees.USUAL, fault=True)


def _noun_action(clause: Clause, nouns: list[str], colour: ColourTerm | None, vocabulary: Vocabulary) -> Action:
    """ "More contrast", "exposure +0.5": the name of what is to be more or less."""
    if len(nouns) > 1:
        raise Refusal("Say one wish after the other.")
    verb = vocabulary.grammar.verbs[nouns[0]]
    moved = direction(clause) or amounts.has_measure(clause)
    if verb.automatic and not moved and colour is None and _sets_right(clause):
        return Action(verb.automatic, 1, fault=clause.has("amiss", "off"))
    coloured = colour is not None and verb.colour != "none"
    if not (moved or verb.bare or coloured or _is_given(clause)):
        raise Refusal(f"Whether {verb.label.lower()} is to be more or less is missing.")
    _require_colour(verb, colour)
    gone = verb.removable and _takes_away(clause)
    return Action(nouns[0], direction(clause) or 1, colour, usual=degrees.FULL if gone else degrees.USUAL)


def _takes_away(clause: Clause) -> bool:
    """ "Remove the vignette", but not "take the vignette down a bit"."""
    return any(one.role == "none" or (one.role == "remove" and not one.value) for one in clause.lexemes)


def _sets_right(clause: Clause) -> bool:
    """ "Fix the exposure", "the exposure is off"."""
    said = {lexeme.text.casefold() for lexeme in clause.all("mend", "make", "filler")}
    return clause.has("amiss") or bool(said & _SETTING) or (clause.has("off") and clause.has("is"))


_SETTING = frozenset(
    {"fix", "correct", "repair", "improve", "sort out", "perfect", "adjust", "修正", "校正", "修复", "改善"}
)


def _is_given(clause: Clause) -> bool:
    """ "Give it contrast", "a bit of contrast"."""
    return clause.has("give") or _is_portion(clause)


def _is_portion(clause: Clause) -> bool:
    """ "A bit of contrast": an amount before the noun asks for it."""
    roles = [lexeme.role for lexeme in clause.lexemes]
    return "degree" in roles[: roles.index("noun")]


def _direction_action(clause: Clause, vocabulary: Vocabulary) -> Action | None:
    """Directions alone: "lift the shadows", "remove the lamp"."""
    if _removes(clause, vocabulary):
        return Action("remove", 1, usual=degrees.FULL)
    if moved := _tone_action(clause, vocabulary):
        return moved
    towards = direction(clause)
    if not towards and not clause.has("make", "give", "mend"):
        return None
    if regions(clause) and not towards and not clause.has("mend"):
        return None  # "make the shirt and tie black": what is to become of it follows
    named = clause.has("act", "region", "thing", "whole", "pronoun", "remove", "add", "none")
    measured = amounts.has_measure(clause) or clause.has("degree", "more", "less", "make", "give")
    if named or not measured:
        raise Refusal("What is to change, or how, is missing.")
    return None


def _removes(clause: Clause, vocabulary: Vocabulary) -> bool:
    """ "Remove the lamp", "no glasses", "hide the stain". Raises Refusal where everything is to go."""
    if clause.has("remove", "none"):
        if clause.has("whole") and not clause.has("thing"):
            raise Refusal("Not everything can be removed at once.")
        if "remove" in vocabulary.grammar.verbs and clause.has("region", "thing", "pronoun"):
            return True
    if not clause.has("mend"):
        return False
    hidden = any(one.text.casefold().startswith(("hide", "hiding", "conceal", "cover")) for one in clause.all("mend"))
    return any(hidden or one.value in vocabulary.grammar.cleaned for one in clause.all("thing"))


def _tone_action(clause: Clause, vocabulary: Vocabulary) -> Action | None:
    """ "Lift the shadows", "less of the blues": tones and bands of colours, moved by a direction or an amount."""
    named = regions(clause)
    kinds = {vocabulary.kind(region.name) for region in named}
    towards = direction(clause)
    if kinds == {"@zone"} and clause.has("too") and not clause.has("more", "less", "up", "down", "lacking"):
        dark = all(region.name in vocabulary.grammar.dark_zones for region in named)
        return Action("@region", 1 if dark else -1)
    if not towards and not amounts.has_measure(clause):
        return None
    if kinds == {"@zone"}:
        return Action("@region", towards or 1)
    return Action("saturation", towards or 1) if kinds == {"@band"} else None
