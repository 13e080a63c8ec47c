"""The tables of a kiosk's settings in docs/kiosk.md, from their model: run it after that was changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from catchlight.kiosk.config.model import KioskConfig

MANUAL = Path(__file__).resolve().parents[1] / "docs" / "kiosk.md"
BEGIN, END = "<!-- settings: made by packaging/kiosk_settings.py -->\n", "<!-- end of settings -->\n"


def tables() -> str:
    """A heading and a table for each part of the configuration."""
    schema = KioskConfig.model_json_schema()
    made = []
    for name, part in KioskConfig.model_fields.items():
        rows = schema["$defs"][schema["properties"][name]["$ref"].rpartition("/")[2]]["properties"]
        made.append(f"### [{name}] {part.title}\n\n| setting | default | values | |\n|---|---|---|---|\n")
        made += [f"| `{field}` | {_default(row)} | {_values(row)} | {_told(row)} |\n" for field, row in rows.items()]
        made.append("\n")
    return "".join(made)


def with_tables(text: str) -> str:
    """The manual with its tables as the model has them now."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{tables()}{END}{tail}"


def _default(row: dict[str, Any]) -> str:
    value = row.get("default")
    return "none" if value in ("", None) or value == [] else f"`{json.dumps(value, ensure_ascii=False)}`"


def _values(row: dict[str, Any]) -> str:
    kinds = [one for one in row.get("anyOf", [row]) if one.get("type") != "null"]
    row = kinds[0]
    if "items" in row and "enum" in row["items"]:
        return "some of " + ", ".join(f"`{value}`" for value in row["items"]["enum"])
    if "enum" in row:
        return ", ".join(f"`{value}`" for value in row["enum"])
    if "minimum" in row and "maximum" in row:
        return f"{row['minimum']} to {row['maximum']}"
    return {"boolean": "`true`, `false`", "array": "texts", "string": "text", "integer": "number", "number": "number"}[
        row["type"]
    ]


def _told(row: dict[str, Any]) -> str:
    return ". ".join(filter(None, (row["title"], row.get("description", "").rstrip(".")))) + "."


if __name__ == "__main__":
    MANUAL.write_text(with_tables(MANUAL.read_text(encoding="utf-8")), encoding="utf-8")
