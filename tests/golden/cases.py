"""The cases: an operation with parameters as they stand on the wire, on one of the variants of the samples.

Cases on one picture stand together, so that its analysis is made once. Places are pixels of the picture that a case starts from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.golden.variants import VARIANTS

Parameters = Mapping[str, Any]


@dataclass(frozen=True)
class Case:
    """One result. before: edits that are done first, each on the result of the one before. others: variants that join the source.

    refused: the code of the error that is the right result.
    """

    name: str
    variant: str
    operation: str
    parameters: Parameters
    before: tuple[tuple[str, Parameters], ...] = ()
    others: tuple[str, ...] = ()
    refused: str | None = None


def _at(x: float, y: float, prompt: str, **more: Any) -> Parameters:
    return {"userPrompt": prompt, "hotspot": {"x": x, "y": y}, **more}


def _hair(variant: str, rows: Mapping[str, Parameters]) -> Iterator[Case]:
    for name, parameters in rows.items():
        yield Case(f"hair-{name}", variant, "hair", parameters)


def _astronaut() -> Iterator[Case]:
    on = "astronaut"
    yield from _hair(
        on,
        {
            "copper": {"hairColor": "copper"},
            "soft-black-brows": {"hairColor": "soft_black", "brows": True},
            "volume": {"hairStyles": ["more_volume"]},
            "bob": {"hairStyles": ["bob"]},
            "burgundy-smooth": {"hairColor": "burgundy", "hairStyles": ["smooth"]},
        },
    )
    yield Case(
        "headshot-linkedin",
        on,
        "headshot",
        {"backgroundStyles": ["studio_grey"], "framingStyles": ["linkedin_square"]},
    )
    yield Case("id_photo-defaults", on, "id_photo", {})
    yield Case("id_photo-blue-hd", on, "id_photo", {"background": "#438EDB", "dpi": 150, "hd": True})
    yield Case("layout-4r", on, "layout", {"outputFormat": "jpeg", "ruler": True})
    yield Case(
        "layout-a5-pdf",
        on,
        "layout",
        {"spec": "us_passport", "paper": "a5", "cutLines": "full", "format": "pdf", "dpi": 150},
    )
    yield Case("edit-lipstick-teeth", on, "edit", _at(223, 143, "add red lipstick, whiten the teeth"))
    yield Case("edit-skin-eyes", on, "edit", _at(225, 150, "smooth the skin, brighten the eyes"))
    yield Case("edit-blur-background", on, "edit", _at(340, 60, "blur the background"))
    yield Case("edit-recolour-suit", on, "edit", _at(90, 330, "make the clothes black"))
    yield Case("edit-remove-helmet-spot", on, "edit",
               _at(359, 440, "remove this", box={"x": 340, "y": 418, "width": 38, "height": 46}))  # fmt: skip
    yield Case("edit-darken-helmet-box", on, "edit",
               _at(390, 440, "darken this", box={"x": 280, "y": 345, "width": 220, "height": 160}))  # fmt: skip
    yield Case("face_expression-soft-smile", on, "face_expression", {"expressionKey": "soft_smile"})
    yield Case("face_expression-raised-brows", on, "face_expression",
               {"expressionKey": "raised_brows", "intensity": 0.8})  # fmt: skip
    yield Case("adjust-warmer-shadows", on, "adjust", {"adjustmentPrompt": "warmer, lift the shadows"})
    yield Case("adjust-monochrome-vignette", on, "adjust",
               {"adjustmentPrompt": "black and white with a red filter, a subtle vignette"})  # fmt: skip
    yield Case("brush-heal-clone", on, "brush",
               {"edits": [{"tool": "heal", "strokes": [{"points": [[190, 150]], "radius": 8},
                                                       {"points": [[250, 90], [262, 96]], "radius": 5}]},
                          {"tool": "clone", "opacity": 0.8, "strokes": [{"points": [[150, 330], [180, 340]], "radius": 14,
                                                                         "softness": 0.8, "offset": [-30, 40]}]}]})  # fmt: skip
    yield Case("brush-tones-within-regions", on, "brush",
               {"edits": [{"tool": "dodge", "within": "skin", "radial": {"centre": [225, 130], "radiusX": 90, "radiusY": 110}},
                          {"tool": "burn", "strokes": [{"points": [[180, 180], [200, 200]], "radius": 24, "softness": 1.0,
                                                        "pressures": [0.4, 1.0]}]},
                          {"tool": "adjust", "exposure": -1.0, "warmth": -20, "within": "background",
                           "linear": {"start": [0, 0], "end": [60, 500]}},
                          {"tool": "smooth", "within": "face", "amount": 0.8}]})  # fmt: skip
    yield Case("profile_picture-square", on, "profile_picture", {"sizes": [256, 64]})
    yield Case("profile_picture-circle-studio", on, "profile_picture",
               {"sizes": [256, 128], "shape": "circle", "backgroundStyle": "studio_blue"})  # fmt: skip
    yield Case("refused-bared-ear", on, "hair", {"hairStyles": ["slick_back"]}, refused="conflicting_styles")
    yield Case("refused-sentence", on, "edit", _at(225, 150, "frobnicate the quux"), refused="prompt_not_understood")
    yield Case("refused-unknown-colour", on, "hair", {"hairColor": "cooper"}, refused="unknown_color")


def _large() -> Iterator[Case]:
    on = "large"
    yield from _hair(
        on,
        {
            "part-strength": {"hairColor": "caramel", "colorStrength": 0.6, "brows": True},
            "highlights": {"hairColor": "highlights_caramel"},
            "balayage-roots": {"hairColor": "cobalt_blue", "technique": "roots_kept", "colorStrength": 0.8},
            "curly-pixie": {"hairStyles": ["curly_pixie"], "texture": 0.3},
            "less-volume": {"hairStyles": ["less_volume"]},
            "french-bob-espresso": {"hairStyles": ["french_bob"], "hairColor": "espresso", "volume": 1.2},
        },
    )
    yield Case("headshot-navy-library", on, "headshot",
               {"clothingStyles": ["own_clothes", "navy"], "backgroundStyles": ["law_library"]})  # fmt: skip
    yield Case("headshot-office-key-light", on, "headshot",
               {"backgroundStyles": ["corporate_office", "softer", "mirrored"], "framingStyles": ["face_tight"],
                "keyLight": -0.6, "fillLight": 0.4, "rimLight": 0.5, "skin": 0.6})  # fmt: skip
    yield Case("headshot-transparent-circle", on, "headshot",
               {"backgroundStyles": ["transparent"], "framingStyles": ["circle_safe"]})  # fmt: skip
    yield Case("id_photo-uk", on, "id_photo",
               {"spec": "uk_passport", "background": "document", "outputFormat": "jpeg"})  # fmt: skip
    yield Case("edit-remove-shuttle", on, "edit", _at(844, 120, "remove this"))
    yield Case("edit-remove-patch", on, "edit", _at(344, 770, "remove this"))
    yield Case("edit-recolour-patch", on, "edit",
               _at(300, 340, "make this teal", box={"x": 270, "y": 690, "width": 150, "height": 160}))  # fmt: skip
    yield Case("edit-two-verbs-clothes", on, "edit", _at(180, 660, "make the clothes darker and more saturated"))
    yield Case("edit-green-background", on, "edit", _at(660, 100, "make the background dark green"))
    yield Case("edit-iris", on, "edit", _at(406, 200, "make the eyes blue"))
    yield Case("face_expression-serious", on, "face_expression", {"expressionKey": "serious"})
    yield Case("adjust-film-look", on, "adjust", {"adjustmentPrompt": "film look"})
    yield Case("adjust-kept-skin", on, "adjust",
               {"settings": {"saturation": 35, "clarity": 30, "temperature": -20, "protect": ["skin"]}})  # fmt: skip
    yield Case("crop-plain", on, "crop", {"x": 180, "y": 10, "width": 560, "height": 640})
    yield Case("refused-too-light", on, "hair", {"hairColor": "platinum_blonde"}, refused="conflicting_styles")
    yield Case("refused-jacket", on, "headshot", {"clothingStyles": ["own_jacket", "navy"]}, refused="does_not_fit")
    yield Case("profile_picture-blur", on, "profile_picture", {"sizes": [512], "backgroundStyle": "blur"})


def _close() -> Iterator[Case]:
    on = "close"
    yield from _hair(
        on,
        {
            "ombre": {"hairColor": "ombre_brown_copper"},
            "cover-grey": {"hairColor": "espresso", "technique": "cover_grey"},
            "neat-bob": {"hairStyles": ["neat_bob"], "parting": 1.5},
            "smooth-auburn": {"hairStyles": ["smooth"], "hairColor": "auburn"},
        },
    )
    yield Case("id_photo-schengen-grey", on, "id_photo", {"spec": "schengen_visa", "background": "document"})
    yield Case("edit-blush", on, "edit", _at(280, 385, "add some blush, reduce the wrinkles"))
    yield Case("edit-blemishes-brush", on, "edit",
               _at(345, 365, "remove the blemishes",
                   strokes=[{"points": [[300, 330], [390, 335]], "radius": 28}], softness=0.3))  # fmt: skip
    yield Case("face_expression-custom", on, "face_expression",
               {"expressionKey": "custom", "coefficients": {"mouthSmileLeft": -0.4, "browInnerUp": 0.5},
                "asymmetry": 0.2})  # fmt: skip
    yield Case("face_expression-wink", on, "face_expression", {"expressionKey": "wink"})
    yield Case("face_expression-smile", on, "face_expression", {"expressionKey": "smile"})
    yield Case("face_expression-eyes-closed", on, "face_expression", {"expressionKey": "eyes_closed"})
    yield Case("face_expression-closed-lips", on, "face_expression", {"expressionKey": "closed_lips"})
    yield Case("adjust-curves", on, "adjust",
               {"settings": {"curve": [[0, 0.04], [0.5, 0.56], [1, 1]], "blueCurve": [[0, 0.06], [1, 0.94]],
                             "bands": {"oranges": {"luminance": 12, "saturation": -10}},
                             "toning": {"shadows": {"hue": 210, "amount": 12}}}})  # fmt: skip
    yield Case("profile_picture-transparent", on, "profile_picture",
               {"sizes": [300, 64], "backgroundStyle": "transparent"})  # fmt: skip


def _dark() -> Iterator[Case]:
    on = "dark"
    yield Case("hair-dark-violet", on, "hair", {"hairColor": "violet"})
    yield Case("headshot-dark-window", on, "headshot",
               {"backgroundStyles": ["window_light", "warmer"], "framingStyles": ["passport_loose"]})  # fmt: skip
    yield Case("edit-dark-lighten-face", on, "edit", _at(316, 190, "brighten the face"))
    yield Case("adjust-dark-auto", on, "adjust", {"settings": {"autoExposure": True, "autoWhiteBalance": True}})
    yield Case("adjust-dark-noise", on, "adjust",
               {"settings": {"exposure": 1.2, "noiseReduction": 40, "dehaze": 15, "grain": 20, "sharpness": 25}})  # fmt: skip
    yield Case("profile_picture-dark-color", on, "profile_picture",
               {"sizes": [200], "backgroundStyle": "#0F766E"})  # fmt: skip


def _turned() -> Iterator[Case]:
    yield Case("headshot-mirrored-brand", "mirrored", "headshot",
               {"backgroundColor": "#7C3AED", "framingStyles": ["wide_left"], "keyLight": 0.5})  # fmt: skip
    yield Case("edit-mirrored-flag", "mirrored", "edit", _at(730, 300, "desaturate the background"))
    yield Case("adjust-mirrored-prompt", "mirrored", "adjust",
               {"adjustmentPrompt": "提高对比度，冷一点", "strength": 0.7})  # fmt: skip
    yield Case("hair-on-its-side", "on_its_side", "hair", {"hairColor": "violet"})
    yield Case("id_photo-on-its-side", "on_its_side", "id_photo", {"spec": "jp_passport", "background": "document"})
    yield Case("hair-on-its-head", "on_its_head", "hair", {"hairColor": "emerald", "colorStrength": 0.9})
    yield Case("id_photo-leaning", "leaning", "id_photo", {"spec": "us_passport", "background": "original"})
    yield Case("headshot-leaning-blur", "leaning", "headshot",
               {"backgroundStyles": ["blur"], "framingStyles": ["chest_up"]})  # fmt: skip
    yield Case("headshot-leaning-picture", "leaning", "headshot",
               {"backgroundStyles": ["own_picture"], "framingStyles": ["chest_up"]}, others=("without_face",))  # fmt: skip


def _deep() -> Iterator[Case]:
    on = "deep"
    yield Case("hair-deep-rose", on, "hair", {"hairColor": "copper", "technique": "highlights", "seed": 7})
    yield Case("adjust-deep", on, "adjust", {"adjustmentPrompt": "more contrast, richer colours, a bit sharper"})
    yield Case("crop-deep", on, "crop", {"x": 33, "y": 7, "width": 301, "height": 299})
    yield Case("edit-deep-desaturate", on, "edit", _at(110, 410, "desaturate the clothes"))


def _officer() -> Iterator[Case]:
    on = "officer"
    yield Case("headshot-officer-white", on, "headshot", {"backgroundStyles": ["studio_white"]})
    yield Case("id_photo-officer-pan", on, "id_photo", {"spec": "in_pan", "background": "document"})
    yield Case("layout-officer-mixed", on, "layout",
               {"paper": "3r", "spec": "cn_1inch", "background": "blue", "gapMm": 1.5,
                "mixed": [{"spec": "cn_1inch", "copies": 3}]}, others=("astronaut",))  # fmt: skip
    yield Case("edit-officer-sharpen-glasses", on, "edit", _at(222, 195, "reduce the glare on the glasses"))
    yield Case("headshot-officer-burgundy-jacket", on, "headshot",
               {"clothingStyles": ["own_jacket", "burgundy"], "backgroundStyles": ["canvas_blue"]})  # fmt: skip
    yield Case("headshot-officer-blue-shirt", on, "headshot",
               {"clothingStyles": ["own_shirt", "light_blue"], "framingStyles": ["original"]})  # fmt: skip
    yield Case("edit-officer-green-jacket", on, "edit", _at(60, 450, "make the jacket dark green"))
    yield Case("face_expression-officer-confident", on, "face_expression", {"expressionKey": "confident"})
    yield Case("face_expression-officer-sad", on, "face_expression", {"expressionKey": "sad", "intensity": 0.7})
    yield Case("adjust-officer-look", on, "adjust", {"settings": {"look": "high_key", "lookStrength": 60}})
    yield Case("refused-made-up-teeth", on, "face_expression", {"expressionKey": "smile"}, refused="identity_lost")
    on = "officer_large"
    yield Case("headshot-officer-city", on, "headshot",
               {"backgroundStyles": ["city_night", "darker"], "framingStyles": ["linkedin_square"]})  # fmt: skip
    yield Case("edit-officer-remove-tag", on, "edit",
               _at(210, 853, "remove this", box={"x": 128, "y": 815, "width": 164, "height": 72}))  # fmt: skip
    yield Case("edit-officer-lighten-background", on, "edit", _at(780, 400, "lighten the background"))
    yield Case("adjust-officer-pastel", on, "adjust", {"settings": {"look": "pastel"}})
    yield Case("profile_picture-officer", on, "profile_picture",
               {"sizes": [320], "shape": "circle", "backgroundStyle": "bookshelf"})  # fmt: skip
    yield Case("face_expression-officer-soft", "officer_soft", "face_expression",
               {"expressionKey": "soft_smile", "intensity": 0.5})  # fmt: skip


def _chains() -> Iterator[Case]:
    cut_out = (("id_photo", {"spec": "icao_35x45"}),)
    yield Case("layout-of-id-photo", "large", "layout", {"paper": "2r", "background": "light_blue"}, before=cut_out)
    yield Case("adjust-of-id-photo", "large", "adjust", {"adjustmentPrompt": "brighter"}, before=cut_out)
    yield Case("hair-of-adjusted", "astronaut", "hair", {"hairColor": "mahogany"},
               before=(("adjust", {"settings": {"exposure": 0.4}}),
                       ("crop", {"x": 60, "y": 0, "width": 360, "height": 420})))  # fmt: skip


def _refused() -> Iterator[Case]:
    yield Case("refused-no-face", "without_face", "id_photo", {}, refused="no_face")
    yield Case("refused-several-faces", "two_people", "hair", {"hairColor": "black"}, refused="several_faces")
    yield Case("edit-without-face", "without_face", "edit", _at(80, 300, "lighten this"))


FIRST = frozenset({"astronaut", "large"})
"""Variants whose cases take half of the time of all."""

_GROUPS = (_astronaut, _large, _close, _dark, _turned, _deep, _officer, _chains, _refused)
CASES: tuple[Case, ...] = tuple(
    sorted((case for group in _GROUPS for case in group()), key=lambda case: [*VARIANTS].index(case.variant))
)


def select_cases(words: Sequence[str]) -> list[Case]:
    """Cases whose whole name is one of the words, or begins with it and a hyphen; all where there is no word. Raises ValueError
    naming a word that no case has."""
    for word in words:
        if not any(_begins(case.name, word) for case in CASES):
            raise ValueError(f"no case is called {word} or begins with {word}-")
    return [case for case in CASES if not words or any(_begins(case.name, word) for word in words)]


def _begins(name: str, word: str) -> bool:
    return name == word or name.startswith(f"{word}-")
