"""Where things are kept and delivered: a lab's database and pictures, the place of profile pictures."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from pydantic import Field

from catchlight.store.settings.settings_part import SettingsPart

DATABASE_VARIABLE = "CATCHLIGHT_DATABASE"
PICTURES_VARIABLE = "CATCHLIGHT_PICTURES"


class Delivery(SettingsPart):
    """Where profile pictures are delivered."""

    address: str = Field(
        "",
        title="Delivery address",
        description="A folder, or s3://bucket/folder, sftp://host/folder, webdav+https://host/folder; empty: a folder of the "
        "program's own.",
        json_schema_extra={"empty": "The program's own folder"},
    )
    options: dict[str, Any] = Field(
        {},
        title="Delivery options",
        description="Options of fsspec's file system (key, secret, endpoint_url, auth ...); what is not here it takes from its "
        "environment, so that passwords need not lie in this file.",
        json_schema_extra={"file_only": True},
    )


class Storage(SettingsPart):
    """Where the servers and workers of a lab keep what they share. Empty: in files of this computer.

    Passwords need not lie in the settings: PostgreSQL takes them from ``~/.pgpass``, ``PGPASSFILE`` or ``PGPASSWORD``, fsspec
    from its environment.
    """

    database: str = Field("", max_length=2000, json_schema_extra={"file_only": True})
    """``postgresql://user@host/database``: generations, jobs with their events, and tokens."""
    pictures: str = Field("", max_length=2000, json_schema_extra={"file_only": True})
    """An fsspec URL, such as ``s3://bucket/prefix`` or ``file:///mnt/share``: the files of the pictures."""
    picture_options: dict[str, Any] = Field({}, json_schema_extra={"file_only": True})
    """Options of fsspec's file system."""

    def in_environment(self, environment: Mapping[str, str] = os.environ) -> Storage:
        """The same, after what ``CATCHLIGHT_DATABASE`` and ``CATCHLIGHT_PICTURES`` name; an empty one names this computer."""
        named = {"database": DATABASE_VARIABLE, "pictures": PICTURES_VARIABLE}
        found = {field: environment[variable].strip() for field, variable in named.items() if variable in environment}
        return self.model_copy(update=found)
