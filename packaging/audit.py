"""Compare the pinned packages with a list of known vulnerabilities that lies on this computer; nothing is asked of a network.

    python packaging/audit.py FOLDER [--pins packaging/constraints.txt]

FOLDER: advisories in OSV's form (https://ossf.github.io/osv-schema/), one in a file, JSON or YAML, in folders below too: a copy
of PyPA's advisory database (github.com/pypa/advisory-database), or what OSV exports for PyPI, unpacked. Says how new the list is.
Ends with 1 where a pinned version is affected, with 2 where the folder or the pins cannot be used.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

PINS = Path(__file__).with_name("constraints.txt")
_YAML_NAME = re.compile(r"""^[ -]*["']?name["']?: *["']?([A-Za-z0-9._-]+)""", re.M)
"""A line that may name a package: a quick look before YAML is read, which takes a hundred times as long."""


class Unusable(Exception):
    """What is given cannot be compared."""


def read_pins(file: Path) -> dict[str, Version]:
    """Each pinned package and its version. Raises Unusable. Ranges (``>=``) are no pins and are left out."""
    pins: dict[str, Version] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            wanted = Requirement(text)
        except InvalidRequirement as fault:
            raise Unusable(f"{file}: {text!r} is no requirement: {fault}") from fault
        exact = [limit.version for limit in wanted.specifier if limit.operator == "=="]
        if exact:
            pins[canonicalize_name(wanted.name)] = Version(exact[0])
    if not pins:
        raise Unusable(f"{file} pins nothing")
    return pins


def read_advisories(folder: Path, pinned: frozenset[str]) -> Iterator[dict[str, Any]]:
    """The advisories about pinned packages, none that was withdrawn. Raises Unusable for a file that cannot be read."""
    for file in sorted(folder.rglob("*")):
        if file.suffix not in (".json", ".yaml") or not file.is_file():
            continue
        try:
            text = file.read_text(encoding="utf-8")
            if file.suffix == ".yaml":
                if pinned.isdisjoint(map(canonicalize_name, _YAML_NAME.findall(text))):
                    continue
                found = yaml.safe_load(text)
            else:
                found = json.loads(text)
        except (OSError, ValueError, yaml.YAMLError) as fault:
            raise Unusable(f"{file}: {fault}") from fault
        if isinstance(found, dict) and "affected" in found and not found.get("withdrawn"):
            yield found


def is_affected(version: Version, affected: Mapping[str, Any]) -> bool:
    """Whether an entry ``affected`` of an advisory names the version, or a range of versions that holds it."""
    if any(_is(version, listed) for listed in affected.get("versions", ())):
        return True
    return any(
        _in_range(version, each["events"])
        for each in affected.get("ranges", ())
        if each["type"] in ("ECOSYSTEM", "SEMVER")
    )


def _is(version: Version, text: str) -> bool:
    try:
        return Version(str(text)) == version
    except InvalidVersion:
        return False


def _in_range(version: Version, events: list[Mapping[str, str]]) -> bool:
    """OSV's evaluation: the last event at or before the version decides."""
    inside = False
    ordered = sorted(events, key=lambda event: Version(str(next(iter(event.values())))))
    for event in ordered:
        (kind, text), *_ = event.items()
        at = Version(str(text))
        if kind == "introduced" and version >= at:
            inside = True
        elif (kind == "fixed" and version >= at) or (kind == "last_affected" and version > at):
            inside = False
    return inside


def find_affected(pins: Mapping[str, Version], folder: Path) -> tuple[list[str], int, str]:
    """A line for each finding, how many advisories are about pinned packages, and when the newest of them was changed."""
    lines, count, newest = [], 0, ""
    for advisory in read_advisories(folder, frozenset(pins)):
        entries = [
            (canonicalize_name(entry["package"]["name"]), entry)
            for entry in advisory["affected"]
            if entry.get("package", {}).get("ecosystem") == "PyPI"
        ]
        about = [(name, entry) for name, entry in entries if name in pins]
        if not about:
            continue
        count, newest = count + 1, max(newest, str(advisory.get("modified", "")))
        for name, entry in about:
            try:
                affected = is_affected(pins[name], entry)
            except InvalidVersion as fault:
                raise Unusable(f"{advisory['id']}: {fault}") from fault
            if affected:
                known = ", ".join([str(advisory["id"]), *map(str, advisory.get("aliases", ()))])
                said = str(advisory.get("summary") or advisory.get("details", "")).strip().partition("\n")[0]
                lines.append(f"{name} {pins[name]}: {known}: {said[:160]}")
    return lines, count, newest[:10]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pins", type=Path, default=PINS)
    options = parser.parse_args()
    try:
        pins = read_pins(options.pins)
        lines, count, newest = find_affected(pins, options.folder)
        if count == 0:
            raise Unusable(f"{options.folder} holds no advisory about any of the {len(pins)} pinned packages")
    except Unusable as fault:
        print(f"Cannot compare: {fault}", file=sys.stderr)
        return 2
    print(f"{len(pins)} pinned packages, {count} advisories about them, the newest changed on {newest}")
    for line in lines:
        print(line)
    print(
        "No pinned version is affected."
        if not lines
        else f"{len(lines)} findings: raise the pins, or drop the packages."
    )
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
