"""Several styles at once: which go together, and what modifiers make of a groom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catchlight.catalogue.hairstyles import Added, Curl, Fringe, Groom, HairStyle, Tidy, Trim, Volume
from catchlight.core.errors import Conflict
from catchlight.core.messages import Message, join_names

_ORDER = ("tidy", "trim", "volume", "fringe")
"""In which order modifiers are laid on the person's own hair."""
_WAVE_CM, _WAVE_TURNS = 0.55, 0.11
"""Radius and turns for a centimetre of the waves that texture 1 gives to straight hair."""
_LEAST_CURL_CM = 0.02
_CROWN_CM = 20.0
_FULLER = 0.1
"""Difference of volume from which the photo's own outline is no longer what is asked for."""


@dataclass(frozen=True)
class Options:
    """length, volume: factors on those of the style. texture: -1 straight, 0 the style's own, 1 curlier. parting: cm by which
    it is moved, positive to the person's left. seed: same seed, same strands. quick: for a preview, which may be coarser."""

    length: float = 1.0
    volume: float = 1.0
    seed: int = 1
    texture: float = 0.0
    parting: float = 0.0
    quick: bool = False


@dataclass(frozen=True)
class StylePlan:
    """A groom or None for the person's own hair, with what is to be done to that; modifiers are worked into a groom already.
    reshaped: whether another volume or parting is asked for than the groom's, so that the photo's own will not do."""

    groom: Groom | None
    modifiers: tuple[Volume | Trim | Tidy | Added, ...]
    reshaped: bool = False

    @property
    def thins(self) -> bool:
        """Whether background is seen where the person's own hair was, all round."""
        return self.groom is None and any(isinstance(shape, Volume) and shape.amount < 0 for shape in self.modifiers)

    @property
    def cuts(self) -> bool:
        """Whether the person's own hair is cut."""
        return self.groom is None and any(isinstance(shape, Trim) for shape in self.modifiers)

    @property
    def only_trims(self) -> bool:
        """Whether the person's own hair is cut, and nothing else."""
        return self.cuts and all(isinstance(shape, Trim) for shape in self.modifiers)

    @property
    def adds(self) -> bool:
        """Whether a fringe is drawn over the person's own hair."""
        return any(isinstance(shape, Added) for shape in self.modifiers)

    @property
    def draws(self) -> bool:
        """Whether strands are drawn."""
        return self.groom is not None or self.adds


def merge_styles(styles: Sequence[HairStyle], options: Options) -> StylePlan:
    """What the styles ask for together. Raises Conflict ``conflicting_styles``."""
    _require_compatible(styles)
    shapes = [style.shape for style in styles if not isinstance(style.shape, Groom)]
    modifiers = sorted((_scaled(shape, options) for shape in shapes), key=lambda shape: _ORDER.index(shape.kind))
    whole = next((style.shape for style in styles if isinstance(style.shape, Groom)), None)
    if whole is None:
        return StylePlan(None, tuple(modifiers))
    groom = _with(whole, modifiers, options)
    fuller = abs(groom.fall.volume - whole.fall.volume) > _FULLER * whole.fall.volume
    return StylePlan(groom, tuple(modifiers), fuller or bool(options.parting))


def _require_compatible(styles: Sequence[HairStyle]) -> None:
    """Raise Conflict ``conflicting_styles`` for two whole styles, two changes of one kind, or a whole style with a cut."""
    grooms = [style for style in styles if isinstance(style.shape, Groom)]
    if len(grooms) > 1:
        raise _conflict(grooms, Message("are both whole styles"))
    for kind in _ORDER:
        same = [style for style in styles if style.shape.kind == kind]
        if len(same) > 1:
            raise _conflict(same, Message("change the same thing"))
    trims = [style for style in styles if isinstance(style.shape, Trim)]
    if grooms and trims:
        raise _conflict([*grooms, *trims], Message("both say how long the hair is"))


def _conflict(styles: Sequence[HairStyle], why: Message) -> Conflict:
    names = join_names(Message(style.label) for style in styles[:2])
    return Conflict(Message("{names} {why}. Choose one of them.", names=names, why=why), code="conflicting_styles")


def _scaled(shape: Volume | Trim | Tidy | Added, options: Options) -> Volume | Trim | Tidy | Added:
    if isinstance(shape, Volume):
        amount = min(max(shape.amount * options.volume, -0.5), 0.8)
        return shape.model_copy(update={"amount": amount})
    if isinstance(shape, Trim):
        return shape.model_copy(update={"below_chin": trim_for_length(shape.below_chin, options.length)})
    if isinstance(shape, Added):
        return shape.model_copy(update={"fringe": _longer(shape.fringe, options.length)})
    return shape


def trim_for_length(below_chin: float, length: float) -> float:
    """Cm below the chin of a trim under another length, which is counted from the crown of a head of about 20 cm."""
    return min(max((below_chin + _CROWN_CM) * length - _CROWN_CM, -2), 25)


def _longer(fringe: Fringe, by: float) -> Fringe:
    return fringe.model_copy(update={"length": min(max(fringe.length * by, 1), 14)})


def _with(shape: object, modifiers: Sequence[Volume | Trim | Tidy | Added], options: Options) -> Groom:
    """A groom with sliders and modifiers worked in."""
    assert isinstance(shape, Groom)
    volume = options.volume
    fringe, fibre = shape.fringe, shape.fibre
    for modifier in modifiers:
        if isinstance(modifier, Volume):
            volume *= 1 + modifier.amount
        elif isinstance(modifier, Tidy):
            calm = 1 - 0.6 * max(modifier.flyaways, modifier.smooth)
            fibre = fibre.model_copy(update={"flyaway": fibre.flyaway * calm, "frizz": fibre.frizz * calm})
        elif isinstance(modifier, Added):
            fringe = modifier.fringe
    length = min(max(shape.cut.length * options.length, 4), 60)
    comb = shape.comb
    if options.parting and comb.parting in ("centre", "side"):
        comb = comb.model_copy(update={"parting_at": min(max(comb.parting_at + options.parting, -7), 7)})
    curl, wave = _textured(shape, options.texture)
    return shape.model_copy(
        update={
            "cut": shape.cut.model_copy(update={"length": length}),
            "fall": shape.fall.model_copy(update={"volume": min(shape.fall.volume * volume, 10)}),
            "fringe": fringe,
            "fibre": fibre,
            "comb": comb,
            "curl": curl,
            "wave": wave,
        }
    )


def _textured(shape: Groom, texture: float) -> tuple[Curl | None, Curl | None]:
    """Curls and waves of a groom, straightened by a negative texture, made tighter by a positive one."""
    curl, wave = shape.curl, shape.wave
    if texture > 0 and curl is None:
        # Hair without curls first gets waves of its own.
        radius = (wave.radius if wave is not None else 0.0) + _WAVE_CM * texture
        turns = (wave.turns if wave is not None else _WAVE_TURNS) * (1 + 0.5 * texture)
        begins = wave.begins if wave is not None else min(4.0, 0.3 * shape.cut.length)
        return None, Curl(radius=radius, turns=turns, begins=begins, together=0.75)
    return _tightened(curl, texture), _tightened(wave, texture)


def _tightened(curl: Curl | None, texture: float) -> Curl | None:
    if curl is None or texture == 0:
        return curl
    if texture < 0:
        radius = curl.radius * (1 + texture)
        return curl.model_copy(update={"radius": radius}) if radius >= _LEAST_CURL_CM else None
    update = {"radius": curl.radius * (1 - 0.2 * texture), "turns": min(curl.turns * (1 + 0.7 * texture), 3)}
    return curl.model_copy(update=update)
