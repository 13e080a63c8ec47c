"""Whether sentences about the whole picture move the right measures in the right direction.

python -m tests.benchmarks.adjust_prompts [--portraits DIR] [--all]    (some minutes)

The sentences are phrases of the bank that the interpreter reads as they are meant; each is carried out on small
copies of several portraits, and every measure that it means must move its way on most of them. The measures know nothing of
the settings.
"""

from __future__ import annotations

import colorsys
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.develop import space
from catchlight.develop.decoding import linear
from catchlight.develop.picture_statistics import PictureStats
from catchlight.develop.pipeline import develop
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture, Pixels
from catchlight.language.intents import Intent, Understanding
from catchlight.models.registry import Models
from catchlight.operations import sentences as wording
from catchlight.operations.adjust import run as adjust
from catchlight.portrait.portrait import Portrait, Portraits

from tests.benchmarks.common import arguments
from tests.language.sentences import bank_rows, result_of

BAR = 0.95
PICTURES = ("d02*", "d05*", "d07*", "d08*", "d09*", "d16*", "d31*", "d39*")
_LONGEST = 480
_MOST = 0.75
"""Share of the pictures on which a measure must move its way."""
_HUES = {"reds": 0.0, "oranges": 28.0, "yellows": 55.0, "greens": 115.0, "aquas": 178.0, "blues": 220.0, "purples": 270.0,
         "magentas": 315.0}  # fmt: skip


class View:
    """Planes of a picture that measures look at."""

    def __init__(self, pixels: Pixels) -> None:
        self.rgb = pixels[..., :3].astype(np.float64) / 255
        self.linear = linear(pixels).astype(np.float64)
        self.i, self.p, self.t = np.moveaxis(space.ipt_of(self.linear), -1, 0)
        self.chroma = np.hypot(self.p, self.t) / np.maximum(self.i, 0.05)
        high, low = self.rgb.max(axis=2), self.rgb.min(axis=2)
        self.hue = _hues(self.rgb)
        self.hsv_saturation = (high - low) / np.maximum(high, 1e-6)

    def fine(self, sigma: float) -> Any:
        import cv2

        return self.i - cv2.GaussianBlur(self.i, (0, 0), sigma)


def _hues(rgb: Any) -> Any:
    import cv2

    return cv2.cvtColor(rgb.astype(np.float32), cv2.COLOR_RGB2HSV)[..., 0].astype(np.float64)


def _zone(before: View, low: float, high: float) -> Any:
    """Pixels between two percentiles of lightness."""
    a, b = np.percentile(before.i, [low, high])
    return (before.i >= a) & (before.i <= b)


def _band(before: View, names: list[str]) -> Any:
    away = np.min([np.abs((before.hue - _HUES[name] + 180) % 360 - 180) for name in names], axis=0)
    return (away < 16) & (before.hsv_saturation > 0.25) & (before.i > 0.12)


def _corner(view: View) -> float:
    height, width = view.i.shape
    y, x = np.mgrid[-1 : 1 : complex(height), -1 : 1 : complex(width)]
    away = x * x + y * y
    return float(view.i[away > 1.4].mean() / max(view.i[away < 0.4].mean(), 1e-6))


Measure = Callable[[View, View], float]
"""How far a measure has moved from the first to the second."""

_MOVES: Mapping[str, Measure] = {
    "exposure": lambda a, b: b.i.mean() - a.i.mean(),
    "contrast": lambda a, b: b.i.std() - a.i.std(),
    "highlights": lambda a, b: (b.i - a.i)[_zone(a, 75, 97)].mean(),
    "shadows": lambda a, b: (b.i - a.i)[_zone(a, 8, 35)].mean(),
    "midtones": lambda a, b: (b.i - a.i)[_zone(a, 35, 65)].mean(),
    "whites": lambda a, b: (b.i - a.i)[_zone(a, 80, 99)].mean(),
    "blacks": lambda a, b: (b.i - a.i)[_zone(a, 1, 20)].mean(),
    "temperature": lambda a, b: (b.t / np.maximum(b.i, 0.05) - a.t / np.maximum(a.i, 0.05)).mean(),
    "tint": lambda a, b: (b.p / np.maximum(b.i, 0.05) - a.p / np.maximum(a.i, 0.05)).mean(),
    "vibrance": lambda a, b: np.median(b.chroma[a.chroma < 0.6]) - np.median(a.chroma[a.chroma < 0.6]),
    "saturation": lambda a, b: b.chroma.mean() - a.chroma.mean(),
    "clarity": lambda a, b: b.fine(8).std() / max(b.i.std(), 1e-6) - a.fine(8).std() / max(a.i.std(), 1e-6),
    "sharpness": lambda a, b: np.abs(b.fine(0.8)).mean() - np.abs(a.fine(0.8)).mean(),
    "noise": lambda a, b: np.median(np.abs(a.fine(0.8))) - np.median(np.abs(b.fine(0.8))),
    "dehaze": lambda a, b: np.percentile(a.linear.min(axis=2), 20) - np.percentile(b.linear.min(axis=2), 20),
    "grain": lambda a, b: np.median(np.abs(b.fine(1.5))) - np.median(np.abs(a.fine(1.5))),
    "vignette": lambda a, b: _corner(a) - _corner(b),
    "fade": lambda a, b: np.percentile(b.i, 2) - np.percentile(a.i, 2),
}


def moved(intent: Intent, before: View, after: View) -> bool | None:
    """Whether a picture moved as an intent means; None where it holds nothing that could."""
    sign = -1 if intent.amount.strength < 0 else 1
    bands = [region.name for region in intent.regions if region.name in _HUES]
    if bands:
        here = _band(before, bands)
        if here.mean() < 0.002:
            return None
        if intent.verb == "saturation":
            return bool(sign * (after.chroma - before.chroma)[here].mean() > 0.004)
        if intent.verb == "luminance":
            return bool(sign * (after.i - before.i)[here].mean() > 0.003)
        turn = np.median((after.hue - before.hue + 180)[here] % 360 - 180)
        if intent.colour is None or intent.colour.hex is None:
            return bool(sign * turn > 1)
        wanted = _hue_of(intent.colour.hex)
        near = [np.median(np.abs((view.hue[here] - wanted + 180) % 360 - 180)) for view in (before, after)]
        return bool(near[1] < near[0] or near[0] < 6)
    if intent.verb == "tone":
        return _toned(intent, before, after)
    if intent.verb == "look":
        changed = np.abs(after.rgb - before.rgb).mean() > 0.006
        grey = intent.look in ("black_and_white", "noir") or (intent.look or "").startswith("bw_")
        return bool(changed and (not grey or intent.amount.strength < 1 or np.ptp(after.rgb, axis=2).max() < 0.02))
    return bool(sign * _MOVES[intent.verb](before, after) > 1e-4)


def _toned(intent: Intent, before: View, after: View) -> bool | None:
    low, high = {"shadows": (5, 40), "blacks": (5, 40), "midtones": (30, 70)}.get(intent.regions[0].name, (60, 97))
    here = _zone(before, low, high)
    change = np.array([(after.p - before.p)[here].mean(), (after.t - before.t)[here].mean()])
    if intent.colour is None or intent.colour.hex is None:
        return bool(np.hypot(*change) > 0.002)
    rgb = np.array(colorsys.hls_to_rgb(_hue_of(intent.colour.hex) / 360, 0.5, 0.6))
    wanted = space.ipt_of(linear(np.round(rgb[None, None] * 255).astype(np.uint8)))[0, 0, 1:]
    return bool(change @ wanted / (np.hypot(*change) * np.hypot(*wanted) + 1e-9) > 0.7)


def _hue_of(hex_colour: str) -> float:
    rgb = [int(hex_colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return colorsys.rgb_to_hls(*rgb)[0] * 360


def kept(verb: str, before: View, after: View) -> bool:
    """Whether what was not wanted did not come along (much)."""
    limits = {"temperature": 0.03, "tint": 0.03, "blacks": 0.02, "exposure": 0.02, "saturation": 0.06, "noise": 0.004}
    move = _MOVES[verb](before, after) if verb in _MOVES else 0.0
    return abs(move) < limits.get(verb, 0.05)


def sentences() -> list[tuple[str, Understanding]]:
    """Every third phrase of the bank that is read as it is meant, with what it is understood as."""
    rows = [row for row in bank_rows("adjust")[::3] if not row.refused and result_of(row).right]
    return [(row.sentence, wording.parse_sentence("adjust", row.sentence)) for row in rows]


def auto_moved(understanding: Understanding, portraits: Portraits, catalogue: Catalogue, source: Picture) -> bool:
    """On a copy that is too dark and too yellow, auto must come nearer to the picture as it was."""
    from catchlight.develop.development import Development

    verbs = {intent.verb for intent in understanding.intents}
    spoilt = {"exposure": -1.8} if verbs & {"auto_exposure", "auto_all"} else {}
    spoilt |= {"temperature": 60.0} if verbs & {"auto_white_balance", "auto_all"} else {}
    bad = Picture(develop(source.pixels, Development(**spoilt), PictureStats()))
    made = _made(understanding, portraits.of(bad), catalogue)
    views = [View(picture) for picture in (source.pixels, bad.pixels, made)]
    nearer = []
    if "exposure" in spoilt:
        nearer.append(abs(views[2].i.mean() - views[0].i.mean()) < abs(views[1].i.mean() - views[0].i.mean()))
    if "temperature" in spoilt:
        cast = [(view.t / np.maximum(view.i, 0.05)).mean() for view in views]
        nearer.append(abs(cast[2] - cast[0]) < abs(cast[1] - cast[0]))
    return all(nearer)


def _made(understanding: Understanding, portrait: Portrait, catalogue: Catalogue) -> Pixels:
    seen = adjust.picture_statistics(portrait)
    wish = adjust.parse_settings(understanding.sentence, seen, catalogue)
    plain = adjust.resolve_settings(wish, seen, catalogue)
    mask = adjust.mask_of(portrait, plain)
    return develop(portrait.picture.pixels, plain, seen, mask=mask)


def small(path: Path) -> Picture:
    import cv2

    picture = codec.decode(path.read_bytes())
    scale = _LONGEST / max(picture.width, picture.height)
    size = (round(picture.width * scale), round(picture.height * scale))
    return Picture(np.asarray(cv2.resize(picture.rgb8, size, interpolation=cv2.INTER_AREA), np.uint8))


def main() -> None:
    options = arguments(__doc__ or "", ("--all", {"action": "store_true", "help": "name every sentence that failed"}))
    catalogue = Catalogue.load()
    sources = [small(file) for pattern in PICTURES for file in sorted(Path(options.portraits).glob(pattern))[:1]]
    portraits = Portraits(Models(), capacity=24)
    right: dict[str, list[bool]] = defaultdict(list)
    failed, good, total = [], 0, 0
    for sentence, understanding in sentences():
        wrong = []
        if any(intent.verb.startswith("auto_") for intent in understanding.intents):
            share = [auto_moved(understanding, portraits, catalogue, source) for source in sources[:5]]
            if np.mean(share) < _MOST - 0.16:
                wrong.append("auto")
            right["auto"].append(not wrong)
        else:
            pairs = [
                (View(source.pixels), View(_made(understanding, portraits.of(source), catalogue)))
                for source in sources[:4]
            ]
            pairs += _extra(understanding, sources[4:], portraits, catalogue)
            for intent in understanding.intents:
                found = [result for before, after in pairs if (result := moved(intent, before, after)) is not None]
                fine = bool(found) and float(np.mean(found)) >= _MOST
                fine = fine and all(kept(verb, *pair) for verb in intent.kept for pair in pairs[:2])
                right[intent.verb].append(fine)
                if not fine:
                    wrong.append(intent.verb)
        total += 1
        good += not wrong
        if wrong:
            failed.append((sentence, wrong))
    print(f"{'measure':14s} {'meant':>6s} {'moved':>6s}")
    for verb, results in sorted(right.items()):
        print(f"{verb:14s} {len(results):6d} {sum(results):6d}")
    share = good / total
    print(
        f"\n{good} of {total} sentences move all that they mean: {share:.1%}   bar 95 %   {'ok' if share >= BAR else 'MISSED'}"
    )
    for sentence, wrong in failed if options.all else failed[:20]:
        print(f"  {sentence}   ({', '.join(wrong)})")


def _extra(
    understanding: Understanding, sources: list[Picture], portraits: Portraits, catalogue: Catalogue
) -> list[tuple[View, View]]:
    """More pictures for sentences about single colours, which not every picture holds."""
    if not any(region.name in _HUES for intent in understanding.intents for region in intent.regions):
        return []
    return [(View(source.pixels), View(_made(understanding, portraits.of(source), catalogue))) for source in sources]


if __name__ == "__main__":
    main()
