"""The proof that nothing stays: marked pictures go through a session, then disk and mapped memory are searched for them."""

from __future__ import annotations

import hashlib
import mmap
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from catchlight.core.errors import InvalidRequest
from catchlight.core.files.writing import disk
from catchlight.core.messages import Message
from catchlight.kiosk.wipe.carving import Pixels8, decode, pictures_in, pictures_in_bytes
from catchlight.kiosk.wipe.folder_lock import make_locked
from catchlight.kiosk.wipe.fragments import Fragments
from catchlight.kiosk.wipe.likeness import FOUND, Original, strongest
from catchlight.kiosk.wipe.places import changed_files, mapped_memory, open_files
from catchlight.kiosk.wipe.port import WipeReceipt
from catchlight.kiosk.wipe.ram_disk import best_root, is_in_memory
from catchlight.kiosk.wipe.removal import remove_tree
from catchlight.kiosk.wipe.session_folder import PROOF_PREFIX
from catchlight.kiosk.wipe.watermark import Watermark

_SLACK = 2.0
"""Seconds by which times of files may lie behind the clock: FAT keeps every other second."""
_QUALITY = 95

TraceKind = Literal["copy", "piece", "watermark"]


@dataclass(frozen=True)
class FoundTrace:
    """Something that stayed. kind: the very file, a piece of its bytes, or a picture made of it. where: inside the file;
    picture: which one it shows, "" for a piece; strength: of the watermark, in standard deviations."""

    file: str
    kind: TraceKind
    where: str = ""
    picture: str = ""
    strength: float = 0.0


@dataclass
class ProofReport:
    """What was shown to the session, where was searched, and what was found. Holds no picture.

    planted: sha256 by name; unread: what could not be looked at for want of rights; receipts: of the session's wipes.
    """

    planted: dict[str, str]
    receipts: list[WipeReceipt]
    files: int = 0
    bytes: int = 0
    pictures: int = 0
    traces: list[FoundTrace] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Whether nothing of the session was found and every wipe removed all."""
        return not self.traces and not any(receipt.remaining for receipt in self.receipts)

    def lines(self) -> Iterator[Message]:
        """For people."""
        yield Message.counted(
            "{count} marked picture went through a session.",
            "{count} marked pictures went through a session.",
            count=len(self.planted),
        )
        for receipt in self.receipts:
            yield Message(
                "Session {session} ({reason}): {count} files removed.",
                session=receipt.session,
                reason=receipt.reason,
                count=len(receipt.digests),
            )
            if receipt.remaining:
                yield Message("Not removed: {names}.", names=list(receipt.remaining))
        yield Message(
            "Searched: {files} files, {megabytes} MB, {pictures} pictures in them.",
            files=self.files,
            megabytes=round(self.bytes / 1e6, 1),
            pictures=self.pictures,
        )
        if self.unread:
            yield Message("Not searched for want of rights: {names}.", names=self.unread[:20])
        for trace in self.traces:
            yield Message(
                "Trace: {file} {where} ({kind} {picture}, strength {strength})",
                file=trace.file,
                where=trace.where,
                kind=trace.kind,
                picture=trace.picture,
                strength=round(trace.strength, 1),
            )
        yield Message("Nothing was found.") if self.clean else Message("Something of the session was left.")


class Planted:
    """Pictures that were marked, and how each is recognised."""

    def __init__(self, sources: Sequence[Path], folder: Path, seed: int | None = None) -> None:
        """Write a marked copy of every source, JPEG, into ``folder``. seed: of the mark; None: a new one.

        Raises InvalidRequest where there is no picture, StorageFault.
        """
        self.mark = Watermark(secrets.randbits(32) if seed is None else seed)
        self.originals: list[Original] = []
        self.digests: dict[str, str] = {}
        written: list[bytes] = []
        for source in sources:
            with disk(Message("read {path}", path=str(source))):
                pixels = decode_whole(source.read_bytes())
            if pixels is None:
                raise InvalidRequest(
                    Message(
                        "{name} cannot be read as a picture. Choose a folder of JPEG or PNG files.", name=source.name
                    )
                )
            data = _jpeg(self.mark.plant(pixels))
            name = f"{source.stem}.jpg"
            with disk(Message("write {path}", path=str(folder / name))):
                (folder / name).write_bytes(data)
            self.originals.append(Original(name, pixels, self.mark))
            self.digests[name] = hashlib.sha256(data).hexdigest()
            written.append(data)
        if not written:
            raise InvalidRequest(Message("There is no picture to prove it with. Choose a folder that holds portraits."))
        self.fragments = Fragments(written)


def prove(sources: Sequence[Path], run: Callable[[Path], Sequence[WipeReceipt]], places: Sequence[Path]) -> ProofReport:
    """Mark ``sources``, let ``run`` carry out sessions whose camera plays the folder it is given, then search ``places``.

    run: ends when everything is wiped; gives the receipts. Raises InvalidRequest, StorageFault, and what ``run`` raises.
    """
    folder, lock = make_locked(best_root(), PROOF_PREFIX)
    try:
        planted = Planted(sources, folder)
        since = time.time()
        receipts = list(run(folder))
    finally:
        remove_tree(folder, overwrite=not is_in_memory(folder))
        lock.release()
    return search(planted, places, since, receipts)


def search(planted: Planted, places: Sequence[Path], since: float, receipts: Sequence[WipeReceipt] = ()) -> ProofReport:
    """Look for the pictures in what changed in ``places`` since then, and in what this process holds open and has mapped."""
    report = ProofReport(dict(planted.digests), list(receipts))
    for file in changed_files(places, since - _SLACK, report.unread):
        _search_file(file, str(file), planted, report)
    for name, file in open_files(since - _SLACK):
        _search_file(file, name, planted, report)
    for name, data in mapped_memory(since - _SLACK):
        report.files += 1
        report.bytes += len(data)
        _note_piece(name, data, planted, report)
        for found in pictures_in_bytes(data):
            _note_picture(name, found.place, found.pixels, planted, report)
    return report


def _search_file(file: Path, name: str, planted: Planted, report: ProofReport) -> None:
    try:
        size = file.stat().st_size
        report.files += 1
        report.bytes += size
        if size == 0:
            return
        with file.open("rb") as opened:
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
            copied = next((picture for picture, known in planted.digests.items() if known == digest), None)
            if copied is not None:
                report.traces.append(FoundTrace(name, "copy", picture=copied))
                return
            with mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
                _note_piece(name, data, planted, report)
        for found in pictures_in(file):
            _note_picture(name, found.place, found.pixels, planted, report)
    except FileNotFoundError:
        return  # gone meanwhile
    except OSError:
        report.unread.append(name)


def _note_piece(name: str, data: bytes | mmap.mmap, planted: Planted, report: ProofReport) -> None:
    at = planted.fragments.find(data)
    if at is not None:
        report.traces.append(FoundTrace(name, "piece", f"byte {at}"))


def _note_picture(name: str, place: str, pixels: Pixels8, planted: Planted, report: ProofReport) -> None:
    report.pictures += 1
    picture, strength = strongest(planted.originals, pixels)
    if strength >= FOUND:
        report.traces.append(FoundTrace(name, "watermark", place, picture, strength))


def decode_whole(data: bytes) -> Pixels8 | None:
    """Pixels HxWx3 of a picture in full size, upright; None where it is none."""
    from catchlight.core.errors import CatchlightError
    from catchlight.imaging.io import codec

    try:
        pixels = codec.decode(data).pixels
    except CatchlightError:
        small = decode(data)
        return small if small is not None and small.ndim == 3 else None
    if pixels.dtype != np.uint8:
        pixels = (pixels >> 8).astype(np.uint8)
    return np.ascontiguousarray(pixels[..., :3])


def _jpeg(pixels: Pixels8) -> bytes:
    import io

    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=_QUALITY, subsampling=0, dpi=(300, 300))
    return file.getvalue()
