"""How much is taken in, kept and done at once: pictures, store, cache, edits, jobs, batches."""

from __future__ import annotations

from pydantic import Field

from catchlight.store.settings.settings_part import SettingsPart


class PictureLimits(SettingsPart):
    """What a picture may be at most (and at least) to be taken in."""

    max_bytes: int = Field(
        40_000_000,
        title="Largest file",
        ge=100_000,
        le=1_000_000_000,
        json_schema_extra={"unit": "MB", "per": 1_000_000},
    )
    max_pixels: int = Field(
        100_000_000,
        title="Most pixels",
        ge=1_000_000,
        le=1_000_000_000,
        json_schema_extra={"unit": "MP", "per": 1_000_000},
    )
    min_side: int = Field(64, title="Shortest side", ge=16, le=2000, json_schema_extra={"unit": "px"})


class LocalLimits(PictureLimits):
    """The same for files that are opened on this machine: studio cameras have 150 megapixels, scans of them a gigabyte."""

    max_bytes: int = Field(
        1_000_000_000,
        title="Largest file",
        ge=100_000,
        le=4_000_000_000,
        json_schema_extra={"unit": "MB", "per": 1_000_000},
    )
    max_pixels: int = Field(
        200_000_000,
        title="Most pixels",
        ge=1_000_000,
        le=1_000_000_000,
        json_schema_extra={"unit": "MP", "per": 1_000_000},
    )


class StoreLimits(SettingsPart):
    """How much the store keeps; the oldest generations go first. None: no limit."""

    max_megabytes: int | None = Field(
        4000, title="Store at most", ge=10, le=10_000_000, json_schema_extra={"unit": "MB", "none": "No limit"}
    )
    keep_days: int | None = Field(
        None, title="Keep for", ge=1, le=36_500, json_schema_extra={"unit": "days", "none": "For ever"}
    )


class Cache(SettingsPart):
    """What is kept on disk although it can be made again."""

    max_megabytes: int = Field(
        300,
        title="Cards at most",
        ge=0,
        le=100_000,
        description="Rendered cards of every person, so that they need not be rendered again.",
        json_schema_extra={"unit": "MB"},
    )


class Load(SettingsPart):
    """How many edits the server runs at once, and how many may wait; all its worker processes together."""

    workers: int | None = Field(None, title="Worker processes", ge=1, le=64, json_schema_extra={"none": "One"})
    edits: int | None = Field(
        None,
        title="Edits at once",
        ge=1,
        le=64,
        description="Of all worker processes together.",
        json_schema_extra={"none": "One per two cores"},
    )
    queue: int = Field(32, title="Waiting edits", ge=0, le=1000)
    body_megabytes: int = Field(
        512,
        title="Bodies in memory",
        ge=1,
        le=100_000,
        description="What is beyond waits unread.",
        json_schema_extra={"unit": "MB"},
    )


class JobLimits(SettingsPart):
    """Jobs for profile pictures: how many are done at once, may be under way, and how long they are remembered."""

    workers: int = Field(1, title="Jobs at once", ge=1, le=16)
    queue: int = Field(
        200, title="Jobs under way", ge=1, le=10_000, description="Waiting and at work; more are refused."
    )
    keep_days: int = Field(30, title="Remember jobs for", ge=1, le=3650, json_schema_extra={"unit": "days"})


class BatchLimits(SettingsPart):
    """Batches that clients hand to this program as a server."""

    workers: int = Field(
        1,
        title="Files at once",
        ge=1,
        le=64,
        description="Of each server process; a file is begun only while an edit would find room.",
    )
    queue: int = Field(
        20_000,
        title="Open files of one client",
        ge=1,
        le=1_000_000,
        description="More are refused until some are done.",
    )
    keep_days: int = Field(
        7, title="Keep batches for", ge=1, le=365, description="After the last use.", json_schema_extra={"unit": "days"}
    )
