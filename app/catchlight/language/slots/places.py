"""Places: the regions and the thing that a clause names."""

from __future__ import annotations

from catchlight.language.intents import Region, Side
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.clauses import Clause

_TONES = frozenset({"tone"})
_BANDS = frozenset({"hue", "saturation", "luminance", "vibrance"})


def places_of(clause: Clause, vocabulary: Vocabulary, verb: str | None = None) -> tuple[Region, ...]:
    """The regions that a clause names, each with the side where one is named. verb: those alone that it can take."""
    side = side_of(clause)
    names: dict[str, None] = {}
    for at, lexeme in enumerate(clause.lexemes):
        sense = lexeme.sense("region")
        if sense is None or (lexeme.role != "region" and verb is None):
            if (
                verb in _BANDS
                and sense is None
                and not _is_target(clause, at)
                and (band := _band(clause, at, vocabulary))
            ):
                names[band] = None
            continue
        if lexeme.role not in ("region", "colour", "noun", "act", "fault") or _is_compared(clause, at):
            continue
        if verb in _BANDS and _is_target(clause, at):
            continue
        names[sense.value] = None
    if (
        not names
        and vocabulary.domain == "edit"
        and verb is not None
        and any(_is_whole(one.role, one.text) for one in clause.lexemes)
    ):
        return (Region("everything", side),)
    for broad, parts in vocabulary.grammar.matter.items():
        if broad in names and any(name in parts for name in names):
            del names[broad]
    return tuple(Region(name, side) for name in names)


_HALVES: dict[str, Side] = {
    **dict.fromkeys(
        ("upper", "upper part", "upper half", "top half", "top part", "upper section", "upper lip", "top lip", "upper teeth",
         "上半", "上半部", "上半部分", "上部", "上半边", "上面一半", "上唇", "上嘴唇"), "upper"),
    **dict.fromkeys(
        ("lower part", "lower half", "bottom half", "bottom part", "lower section", "lower lip", "bottom lip", "lower teeth",
         "下半", "下半部", "下半部分", "下部", "下半边", "下面一半", "下唇", "下嘴唇"), "lower"),
    **dict.fromkeys(
        ("dark side", "darker side", "shadow side", "shaded side", "shadowed side", "dark half", "side in shadow",
         "side in the shade", "暗面", "背光面", "背光侧", "阴影面", "阴影侧", "暗的一边", "暗的一侧", "暗侧"), "dark"),
    **dict.fromkeys(
        ("light side", "lit side", "bright side", "brighter side", "lighter side", "sunny side", "亮面", "受光面", "受光侧",
         "亮的一边", "亮的一侧", "亮侧"), "light"),
}  # fmt: skip
"""Words for a half of what is named, beside left and right."""


def side_of(clause: Clause) -> Side | None:
    """The one half that a clause speaks of; None for none, or for several."""
    said: set[Side] = {
        half for one in clause.lexemes if (half := _HALVES.get((one.corrected or one.text).casefold())) is not None
    }
    said |= {side for side in ("left", "right") if clause.has(side)}
    return said.pop() if len(said) == 1 else None


def _is_target(clause: Clause, at: int) -> bool:
    """ "Greens towards yellow": the colour that a band is to have."""
    return any(one.role == "to" or one.text.casefold() in _TOWARDS for one in clause.lexemes[:at])


_TOWARDS = frozenset({"往", "向", "toward", "towards"})


_COMPARING = frozenset(
    {
        "than",
        "vs",
        "versus",
        "like",
        "as",
        "match",
        "matches",
        "matching",
        "to match",
        "比",
        "像",
        "跟",
        "靠",
        "以",
        "跟着",
        "随",
    }
)


def _is_compared(clause: Clause, at: int) -> bool:
    """ "Redder than the face": a place that another one is held against."""
    before = [one for one in clause.lexemes[:at] if one.role not in ("article", "pronoun", "left", "right")]
    return bool(before) and before[-1].text.casefold() in _COMPARING


def _band(clause: Clause, at: int, vocabulary: Vocabulary) -> str | None:
    colour = clause.lexemes[at].sense("colour")
    return vocabulary.grammar.bands.get(vocabulary.families.get(colour.value, "")) if colour else None


def protected_places(clause: Clause, vocabulary: Vocabulary) -> tuple[Region, ...]:
    """The regions that a clause wants to stay; "me" is the person."""
    replaced = (vocabulary.grammar.verbs[one.value] for one in clause.lexemes if one.role == "act")
    usual = tuple(Region(name) for verb in replaced if verb.colour == "must" for name in verb.regions)
    places = places_of(clause, vocabulary) or usual  # "without changing the background" is one act
    oneself = clause.has("keep", "touch") and any(one.text.casefold() in _ONESELF for one in clause.lexemes)
    return places or ((Region("person"),) if oneself and vocabulary.domain == "edit" else ())


_ONESELF = frozenset({"me", "us", "myself", "him", "她", "他", "我", "我们", "人", "人物"})


def _is_whole(role: str, text: str) -> bool:
    return role == "whole" or text.casefold() in ("all", "everything else", "the rest", "全部", "其他", "其余")


def thing_of(clause: Clause, verb: str | None = None, place: str | None = None) -> str | None:
    """The thing under the hotspot that a clause names.

    Only what is to be removed can be any object; other verbs work on what a person has or wears. place: the region or thing
    under the hotspot, beside which another object only says where or why.
    """
    said = [one.value for at, one in enumerate(clause.lexemes) if one.role == "thing" and not _is_compared(clause, at)]
    if verb is not None and verb != "remove":
        said = [name for name in said if name not in _OBJECTS and (place is None or name == place or name in _BODY)]
    return said[0] if said else None


_OBJECTS = frozenset(
    {"lamp", "sign", "text", "watermark", "wire", "pole", "passer_by", "object", "bottle", "car", "furniture", "window", "plant",
     "phone", "building", "fence", "bird", "bag", "pen", "stain", "dust", "stray_hair", "button", "mask"}
)  # fmt: skip
"""Things that are no part of the person."""
_BODY = frozenset({"nose", "chin", "scalp", "chest", "shoulder", "hand", "arm", "leg", "lashes"})
