"""The user's presets: a file for each in one folder, found by name."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from catchlight.core.errors import CatchlightError, InvalidRequest, StorageFault, UnknownEntry
from catchlight.core.files.naming import file_name, free_path
from catchlight.core.files.writing import disk, make_private_folder, write_atomic
from catchlight.core.messages import Message
from catchlight.core.suggest import close_matches
from catchlight.service.presets.preset import LONGEST_NAME, SUFFIX, NameFault, Preset, clean_name, read_preset
from catchlight.service.presets.shipped_presets import find_shipped, shipped_file, shipped_presets

MOST_BYTES = 500_000_000
"""Of a preset's file: steps are small, and pictures that join them may be many."""


class NameTaken(InvalidRequest):
    """Another preset has the name."""

    def __init__(self, name: str) -> None:
        super().__init__(Message("There is a preset {name!r} already. Choose another name, or replace it.", name=name))
        self.name = name


_NO_FAULT = Message("")


@dataclass(frozen=True)
class PresetFile:
    """A file of the shelf. preset None: it cannot be used, and ``fault`` says why."""

    path: Path
    preset: Preset | None = None
    fault: Message = _NO_FAULT
    shipped: bool = False
    """Whether it comes with the program: it can be copied, and is neither renamed nor deleted."""

    @property
    def name(self) -> str:
        return self.preset.name if self.preset is not None else self.path.stem


class PresetFolder:
    """Presets of a folder, which is made when the first is saved. Names differ in more than case."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def entries(self) -> tuple[PresetFile, ...]:
        """All files by name; what cannot be read is listed with its fault. Raises StorageFault."""
        return tuple(sorted(self._read(), key=lambda entry: (entry.name.casefold(), entry.path.name)))

    def all_entries(self, chinese: bool = False) -> tuple[PresetFile, ...]:
        """All files, and behind them the presets of the program under their names. Raises StorageFault."""
        shipped = (PresetFile(shipped_file(), row.named(chinese), shipped=True) for row in shipped_presets())
        return (*self.entries(), *shipped)

    def find(self, name: str) -> Preset:
        """One of the user's, else one of the program's. Raises UnknownEntry ``unknown_preset``, and InvalidRequest for one that
        cannot be used."""
        shipped = find_shipped(name)
        if shipped is not None and not self._has(name):
            return shipped.preset
        entry = self._entry(name)
        if entry.preset is None:
            raise InvalidRequest(entry.fault)
        return entry.preset

    def named(self, name_or_file: str) -> Preset:
        """A preset by its name, else by a file that holds one. Raises UnknownEntry, InvalidRequest, StorageFault."""
        path = Path(name_or_file)
        if path.suffix == SUFFIX or (path.is_file() and path.suffix == ".json"):
            return read_preset_file(path)
        return self.find(name_or_file)

    def save(self, preset: Preset, replace: bool = False) -> Path:
        """Write a preset; gives its file. Raises NameTaken, StorageFault."""
        before = self._with_name(preset.name)
        if before is not None and not replace:
            raise NameTaken(before.name)
        return self._write(preset, before.path if before is not None else None)

    def rename(self, name: str, new: str) -> Preset:
        """Raises UnknownEntry, NameTaken, InvalidRequest for a name that is none."""
        entry = self._entry(name)
        if entry.preset is None:
            raise InvalidRequest(entry.fault)
        preset = entry.preset
        try:
            new = clean_name(new)
        except NameFault as fault:
            raise InvalidRequest(fault.sentence) from fault
        taken = self._with_name(new)
        if taken is not None and taken.path != entry.path:
            raise NameTaken(taken.name)
        renamed = preset.model_copy(update={"name": new})
        path = self._write(renamed, entry.path if _file_name(new) == entry.path.name else None)
        if path != entry.path:
            self._unlink(entry.path)
        return renamed

    def delete(self, name: str) -> None:
        """Raises UnknownEntry. A file that cannot be read as a preset is deleted by the name of the file."""
        self._unlink(self._entry(name).path)

    def take_in(self, file: Path, name: str | None = None, replace: bool = False) -> Preset:
        """Import a preset's file, under another name where one is given. Raises InvalidRequest, NameTaken, StorageFault."""
        preset = read_preset_file(file)
        for step in preset.steps:
            step.joining()  # a picture that cannot be read is refused now, not in the middle of a batch
        if name is not None:
            try:
                preset = preset.model_copy(update={"name": clean_name(name)})
            except NameFault as fault:
                raise InvalidRequest(fault.sentence) from fault
        self.save(preset, replace)
        return preset

    def export(self, name: str, target: Path, replace: bool = False) -> Path:
        """Write the preset's file to ``target``, or into it where it is a folder; gives the file.

        Raises UnknownEntry, InvalidRequest where a file is there already, StorageFault.
        """
        preset = self.find(name)
        path = target / _file_name(preset.name) if target.is_dir() else target
        if path.suffix != SUFFIX:
            path = path.with_name(path.name + SUFFIX)
        try:
            write_atomic(path, preset.file(), replace=replace)
        except FileExistsError:
            raise InvalidRequest(
                Message("{path} exists already. Choose another name, or replace it.", path=str(path))
            ) from None
        return path

    def duplicate(self, preset: Preset, name: str) -> Preset:
        """Save a copy under that name, with a number behind it where it is taken. Raises StorageFault."""
        number, wanted = 2, name[:LONGEST_NAME]
        while self._has(wanted):
            tail = f" {number}"
            wanted, number = name[: LONGEST_NAME - len(tail)] + tail, number + 1
        copy = preset.model_copy(update={"name": clean_name(wanted)})
        self.save(copy)
        return copy

    def _has(self, name: str) -> bool:
        return any(entry.name.casefold() == name.strip().casefold() for entry in self._read())

    def _entry(self, name: str) -> PresetFile:
        entries = self.entries()
        same = [entry for entry in entries if entry.name.casefold() == name.strip().casefold()]
        if not same and find_shipped(name) is not None:
            raise InvalidRequest(
                Message("The preset {name!r} comes with Catchlight and stays as it is. Make a copy of it.", name=name)
            )
        if not same:
            known = [entry.name for entry in entries] + [row.label for row in shipped_presets()]
            near = close_matches(name, known, n=3, cutoff=0.4)
            raise UnknownEntry("preset", name, near or known[:3])
        return same[0]

    def _with_name(self, name: str) -> PresetFile | None:
        return next(
            (entry for entry in self._read() if entry.preset and entry.name.casefold() == name.casefold()), None
        )

    def _write(self, preset: Preset, path: Path | None) -> Path:
        with disk(Message("create {path}", path=str(self.folder))):
            make_private_folder(self.folder)
        while path is None:
            free = free_path(self.folder / _file_name(preset.name))
            try:
                write_atomic(free, preset.file(), replace=False)
            except FileExistsError:
                continue
            return free
        write_atomic(path, preset.file())
        return path

    def _read(self) -> Iterator[PresetFile]:
        if not self.folder.is_dir():
            return
        with disk(Message("read {path}", path=str(self.folder))):
            files = sorted(file for file in self.folder.iterdir() if file.suffix == SUFFIX and file.is_file())
        for file in files:
            try:
                yield PresetFile(file, read_preset_file(file))
            except CatchlightError as fault:
                yield PresetFile(file, None, fault.message)

    def _unlink(self, file: Path) -> None:
        with disk(Message("delete {path}", path=str(file))):
            file.unlink(missing_ok=True)


def read_preset_file(file: Path) -> Preset:
    """The preset in a file. Raises StorageFault, InvalidRequest."""
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > MOST_BYTES:
            raise InvalidRequest(
                Message("{name} is no Catchlight preset: it is no regular file, or far too large.", name=file.name)
            )
        data = file.read_bytes()
    except OSError as fault:
        raise StorageFault(
            Message("The preset {path} cannot be read: {why}.", path=str(file), why=str(fault.strerror or fault))
        ) from fault
    return read_preset(data, file.name)


def _file_name(name: str) -> str:
    return file_name(name.replace("{", "(").replace("}", ")"), {}, SUFFIX)
