"""What goes with a picture: its signature in exported files, its colours on the screens."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from catchlight.store.settings.settings_part import SettingsPart


class CredentialSettings(SettingsPart):
    """Content Credentials of exported pictures. key, chain: the user's own PEM files; empty: the identity that was made here. No
    key is ever kept in the settings.
    """

    sign: bool = Field(
        False,
        title="Sign exported pictures",
        description="JPEG and PNG files say, signed and for everybody to check, what was done to the picture.",
    )
    key: str = Field("", max_length=4000, json_schema_extra={"file_only": True})
    chain: str = Field("", max_length=4000, json_schema_extra={"file_only": True})
    trust_list: str = Field("", max_length=4000, json_schema_extra={"file_only": True})
    """PEM file of the certificates that are trusted besides those made here."""


class DisplayColours(SettingsPart):
    """How pictures are brought to the screens. screens: by the name of a screen ``system``, ``none``, or the file of an ICC
    profile; one that is not named has the system's.
    """

    screens: dict[str, str] = Field({}, max_length=64, json_schema_extra={"file_only": True})
    intent: Literal["relative", "perceptual", "saturation", "absolute"] = Field(
        "relative",
        title="Rendering intent",
        description="What happens to colours that the screen cannot show.",
    )
    black_point: bool = Field(
        True, title="Black point compensation", description="The darkest tone becomes the screen's black."
    )
