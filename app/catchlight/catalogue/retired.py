"""Ids that are offered no more, and what is nearest to each: an old preset, record or request is told what to choose instead."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from catchlight.catalogue.rows import read_model


class RetiredIds(BaseModel):
    """For each catalogue, ids that were withdrawn to ids that exist."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    hair_styles: Mapping[str, str]
    clothing: Mapping[str, str]


def load_retired_ids(folder: Path) -> RetiredIds:
    """The table ``retired.json`` of a folder. Raises CatalogueFault."""
    return read_model(RetiredIds, folder / "retired.json")
