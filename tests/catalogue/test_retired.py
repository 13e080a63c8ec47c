"""Ids that are gone: each has another that is offered in its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.retired import load_retired_ids
from catchlight.catalogue.rows import CatalogueFault


def test_what_is_gone_is_gone_and_its_nearest_is_offered(catalogue: Catalogue) -> None:
    for gone, offered in (
        (catalogue.retired.hair_styles, catalogue.hair_styles.ids),
        (catalogue.retired.clothing, catalogue.clothing.ids),
    ):
        assert len(gone) >= 18
        assert not set(gone) & set(offered)
        assert set(gone.values()) <= set(offered)


def test_a_damaged_table_names_file_and_field(tmp_path: Path) -> None:
    (tmp_path / "retired.json").write_text(json.dumps({"hairStyles": {"lob": 3}, "clothing": {}}))
    with pytest.raises(CatalogueFault, match=r"retired.json, hairStyles.lob"):
        load_retired_ids(tmp_path)
