"""What is chosen on the headshot tab, and how it is said to the operation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.headshot_presets import HeadshotPreset
from catchlight.clothing.reference.piece import places_key
from catchlight.gui.style_book.photo_choice import PhotoChoice
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot.choices import BRAND, KEEP, ORIGINAL, OWN_PICTURE, REFERENCE, TWEAKS
from catchlight.operations.headshot.params import HeadshotParams

OUTER = ""
"""The part that a colour dyes when none is named."""


@dataclass(frozen=True)
class HeadshotState:
    """dyes: part (id of the clothing list, OUTER) to colour id or ``#rrggbb``. picture: the background of one's own. garment: the
    picture whose clothes can be worn; referenced: whether they are. garment_name: what it is called; garment_piece: its id in
    the style book, empty for any other picture; garment_fit: ``places_key`` of its fitting points. sentence: what an engine
    is to paint behind the person."""

    dyes: tuple[tuple[str, str], ...] = ()
    background: str = KEEP
    tweaks: tuple[str, ...] = ()
    sentence: str = ""
    brand: str = "#0F766E"
    picture: Picture | None = None
    garment: Picture | None = None
    garment_name: str = ""
    garment_piece: str = ""
    garment_fit: str = ""
    referenced: bool = False
    framing: str = ORIGINAL
    circle: bool = False
    straighten: bool = True
    match: float = 1.0
    key_light: float = 0.0
    fill_light: float = 0.0
    rim_light: float = 0.0
    skin: float = 0.0
    seed: int = 0

    @property
    def idle(self) -> bool:
        """Whether it leaves the picture as it is."""
        lit = (self.key_light, self.fill_light, self.rim_light, self.skin)
        return (
            not self.dyes
            and not self.referenced
            and self.background == KEEP
            and not self.sentence
            and self.framing == ORIGINAL
            and not any(lit)
            and not self.circle
        )

    @property
    def more(self) -> tuple[Picture, ...]:
        """Pictures that go along with the source: the background's, then that of the clothes."""
        owned = self.picture is not None and self.background == OWN_PICTURE and not self.sentence
        own = (self.picture,) if self.picture is not None and owned else ()
        return (*own, self.garment) if self.garment is not None and self.referenced else own

    def params(self) -> HeadshotParams:
        clothing = (REFERENCE,) if self.referenced else tuple(word for pair in self.dyes for word in pair if word)
        background = () if self.sentence else (self.background,)
        tweaks = self.tweaks if self.sentence or self.background != KEEP else ()
        framing = (self.framing, *(("circle_safe",) if self.circle else ()))
        return HeadshotParams(
            clothing_styles=clothing,
            background_styles=(*background, *tweaks),
            background_prompt=self.sentence or None,
            imagine=bool(self.sentence),
            framing_styles=framing,
            background_color=self.brand if self.background == BRAND and not self.sentence else None,
            straighten=self.straighten,
            match=self.match,
            key_light=self.key_light,
            fill_light=self.fill_light,
            rim_light=self.rim_light,
            skin=self.skin,
            seed=self.seed,
        )

    def at_rest(self) -> HeadshotState:
        """Own clothes, own background, own frame; what is at hand for another choice stays."""
        return HeadshotState(
            picture=self.picture,
            garment=self.garment,
            garment_name=self.garment_name,
            garment_piece=self.garment_piece,
            garment_fit=self.garment_fit,
            brand=self.brand,
        )

    def for_garment_cards(self) -> HeadshotState:
        """What cards of garments start from: the frame alone, so that a garment that is refused makes way for another."""
        wish = replace(self.wearing(None), dyes=(), background=KEEP, tweaks=(), garment=None, garment_fit="")
        return replace(wish, key_light=0.0, fill_light=0.0, rim_light=0.0, skin=0.0, garment_name="", garment_piece="")

    def clothed(self, part: str, name: str) -> HeadshotState:
        """With a card of the clothes chosen: keep_original, a colour for a part, or the clothes of a picture, if there is one."""
        if name == REFERENCE:
            return replace(self, dyes=(), referenced=self.garment is not None)
        return self.dyed(part, None if name == KEEP else name)

    def wearing(self, photo: PhotoChoice | None) -> HeadshotState:
        """In the clothes of a picture, or in the own ones."""
        if photo is None:
            return replace(self, referenced=False)
        return replace(
            self,
            dyes=(),
            garment=photo.picture,
            garment_name=photo.name,
            garment_piece=photo.piece,
            garment_fit=places_key(photo.picture),
            referenced=True,
        )

    @property
    def worn(self) -> PhotoChoice | None:
        """The picture whose clothes are worn."""
        if self.garment is None or not self.referenced:
            return None
        return PhotoChoice(self.garment, self.garment_name, self.garment_piece)

    def shown(self, part: str) -> str:
        """The card of the clothes that is chosen while ``part`` is."""
        return REFERENCE if self.referenced else dict(self.dyes).get(part, KEEP)

    def dyed(self, part: str, colour: str | None) -> HeadshotState:
        """With a part in a colour, None for its own."""
        others = tuple((other, hue) for other, hue in self.dyes if other != part)
        # A colour dyes the part before it: what has no name must come first.
        dyes = sorted((*others, *(((part, colour),) if colour else ())), key=lambda pair: pair[0] != OUTER)
        return replace(self, dyes=tuple(dyes), referenced=False)

    def on(self, background: str) -> HeadshotState:
        """Before another background, with the words that join it."""
        return replace(self, background=background, sentence="", tweaks=compatible_tweaks(background, self.tweaks))

    def described(self, sentence: str) -> HeadshotState:
        """Before what a sentence says; an empty one leaves the background as it was chosen."""
        return replace(
            self,
            sentence=sentence.strip(),
            tweaks=self.tweaks if sentence.strip() else compatible_tweaks(self.background, self.tweaks),
        )

    def framed(self, framing: str, catalogue: Catalogue) -> HeadshotState:
        row = catalogue.framings.get(framing)
        return replace(self, framing=framing, circle=self.circle and row is not None and row.aspect == 1.0)

    def tweaked(self, group: str, word: str | None) -> HeadshotState:
        """With another word of a group, None for none."""
        others = tuple(other for other in self.tweaks if TWEAKS[other].group != group)
        words = (*others, *((word,) if word else ()))
        return replace(self, tweaks=words if self.sentence else compatible_tweaks(self.background, words))


def compatible_tweaks(background: str, words: Iterable[str]) -> tuple[str, ...]:
    """The words that may join a background."""
    if background in (KEEP, "transparent"):
        return ()
    return tuple(word for word in words if background != "blur" or TWEAKS[word].group == "focus")


def state_from_preset(row: HeadshotPreset, before: HeadshotState) -> HeadshotState:
    """A preset's lists; light, skin and picture stay."""
    dyes = tuple((OUTER, word) for word in row.clothing if word != KEEP)
    circle = "circle_safe" in row.framing
    framing = next((word for word in row.framing if word != "circle_safe"), "linkedin_square" if circle else ORIGINAL)
    tweaks = tuple(word for word in row.background if word in TWEAKS)
    background = next((word for word in row.background if word not in TWEAKS), KEEP)
    return replace(
        before,
        dyes=dyes,
        referenced=False,
        background=background,
        sentence="",
        tweaks=tweaks,
        framing=framing,
        circle=circle,
    )


def state_from_params(params: HeadshotParams, before: HeadshotState) -> HeadshotState:
    """The wish that such parameters came from; parts that this tab cannot say are left out."""
    dyes: list[tuple[str, str]] = []
    part = OUTER
    for word in params.clothing_styles:
        if word.startswith("own_"):
            part = word
        elif word not in (KEEP, REFERENCE):
            dyes.append((part, word))
    background = next((word for word in params.background_styles if word not in TWEAKS), KEEP)
    framing = next((word for word in params.framing_styles if word != "circle_safe"), ORIGINAL)
    return replace(
        before,
        dyes=tuple(dyes),
        referenced=REFERENCE in params.clothing_styles and before.garment is not None,
        background=background,
        sentence=params.background_prompt or "",
        tweaks=tuple(word for word in params.background_styles if word in TWEAKS),
        brand=params.background_color or before.brand,
        framing=framing,
        circle="circle_safe" in params.framing_styles,
        straighten=params.straighten,
        match=params.match,
        key_light=params.key_light,
        fill_light=params.fill_light,
        rim_light=params.rim_light,
        skin=params.skin,
        seed=params.seed,
    )
