"""Programs that the user runs and lets work here: engines that paint, a language model."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from catchlight.store.settings.settings_part import SettingsPart


class EngineSettings(SettingsPart):
    """One engine that the user added. address: its URL, or the file of an ONNX engine. network: that parts of pictures may go to
    it on another computer of the own network, said once when it was added. Tokens are not kept here."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$")
    kind: Literal["onnx", "comfy", "sdcpp", "sdapi", "openai"]
    address: str = Field(min_length=1, max_length=2000)
    model: str = Field("", max_length=300)
    graph: str = Field("", max_length=2000)
    """File of a workflow of the user's own (ComfyUI)."""
    timeout: int = Field(120, ge=5, le=3600)
    """Seconds without any sign of life."""
    network: bool = False


class Imagining(SettingsPart):
    """Engines that paint what a picture lacks; none until a person adds one. use: the id of the one that is used, or none."""

    engines: tuple[EngineSettings, ...] = Field((), max_length=32, json_schema_extra={"file_only": True})
    use: str = Field("none", json_schema_extra={"file_only": True})
    variants: int = Field(
        4, title="Variants", ge=1, le=4, description="How many tries of an engine are offered side by side."
    )
    allow_internet: bool = Field(
        False,
        title="Engines on the internet",
        description="Off: no part of a picture goes beyond your own network. On: it is asked once in every session.",
    )

    def engine(self, entry: str) -> EngineSettings | None:
        """The row of an engine by its id."""
        return next((row for row in self.engines if row.id == entry), None)


class LanguageModelSettings(SettingsPart):
    """A language model of the user's own that reads sentences which the program refuses; none until an address is given."""

    address: str = Field(
        "",
        title="Address",
        max_length=2000,
        description="Of a server on this computer that speaks OpenAI's chat interface, for example http://127.0.0.1:11434. It is "
        "asked only when you ask it, about sentences that are not understood here; no picture goes there.",
        json_schema_extra={"empty": "None"},
    )
    model: str = Field("", title="Model", max_length=300, json_schema_extra={"empty": "The server's first"})
