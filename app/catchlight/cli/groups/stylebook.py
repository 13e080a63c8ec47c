"""``catchlight stylebook``: hair and garments kept, listed, found, tagged, renamed, removed, given away and taken in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from catchlight.cli import console
from catchlight.cli.groups import stylebook_anchors
from catchlight.cli.program import CANCELLED, FAILED, OK, Program
from catchlight.cli.root.shared_options import HomeFolder, HomeOf, Json
from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.imaging.picture import Picture
    from catchlight.store.style_book import StyleBook
    from catchlight.store.style_book_entry import StyleBookEntry

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of a piece.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", metavar="TAG", help="A word to find it by; may be repeated.")]
Note = Annotated[
    str | None, typer.Option("--note", metavar="TEXT", help="Whose photo it is, and what it may be used for.")
]


def commands(program: Program, home: HomeOf) -> typer.Typer:
    """The sub-commands of ``catchlight stylebook``."""
    group = typer.Typer(
        help="Keep hair and garments of photos as pieces, to be worn by others: hair IN OUT --reference NAME, headshot IN OUT "
        "--clothing-reference NAME.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    _add_add(group, program, home)
    stylebook_anchors.add_anchors(group, home)
    for add in (_add_list, _add_show, _add_rename, _add_tag, _add_remove, _add_export, _add_import):
        add(group, home)
    return group


@contextmanager
def _open(home: Home) -> Iterator[StyleBook]:
    """The style book; what opening it had to put right is told."""
    from catchlight.store.style_book import StyleBook

    book = StyleBook(home.style_book)
    try:
        for notice in book.notices:
            console.print_note(notice)
        yield book
    finally:
        book.close()


def _add_add(group: typer.Typer, program: Program, home: HomeOf) -> None:
    @group.command()
    def add(
        photos: Annotated[
            list[Path], typer.Argument(metavar="PHOTO", readable=False, help="Photos, pieces, or folders of them.")
        ],
        name: Annotated[str | None, typer.Option(help="Its name, for one photo; else that of the file.")] = None,
        tag: Tags = None,
        note: Note = None,
        garment: Annotated[
            bool,
            typer.Option(
                "--garment", help="Keep the clothes, of photos or of cut-outs (PNG with alpha), not the hair."
            ),
        ] = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """Keep the hair of photos, or the clothes, in the style book. Nothing of a face is kept."""
        from catchlight.cli import files
        from catchlight.cli.run_each import fault_message
        from catchlight.core.progress import Cancelled
        from catchlight.service.files.reading import read_picture
        from catchlight.service.style_pieces import piece_of

        place = home(home_folder)
        found = files.pictures(photos)
        if name is not None and len(found.files) > 1:
            raise typer.BadParameter("--name goes with one photo only.")
        limits, portraits, failed = program.limits(place), program.portraits(place), 0
        with _open(place) as book, console.bar() as bar, console.cancel_on_ctrl_c(bar.show) as progress:
            for number, file in enumerate(found.files):
                bar.title = file.name
                try:
                    part = progress.part(number / len(found.files), (number + 1) / len(found.files))
                    part.report(0, "finding the clothes" if garment else "reading the hair")
                    source = portraits.of(read_picture(file, limits, progress))
                    piece = piece_of(source, "garment" if garment else "hair", part)
                    progress.check()
                    entry = book.add(piece, name or file.stem, tag or (), note or "")
                except Cancelled:
                    console.print_note("Cancelled; what was added before is kept.")
                    raise typer.Exit(CANCELLED) from None
                except Exception as fault:  # noqa: BLE001 - the border of a photo: one never stops the others
                    failed += 1
                    bar.complain(fault_message(file, fault))
                    continue
                bar.say(Text.assemble(f"{file} -> {entry.name}  ", (f"{entry.width} x {entry.height} px", "dim")))
        console.summary(len(found.files), failed, found)
        raise typer.Exit(FAILED if failed + console.report_closed_folders(found) else OK)


def _add_list(group: typer.Typer, home: HomeOf) -> None:
    @group.command("list")
    def listing(
        words: Annotated[
            list[str] | None, typer.Argument(metavar="WORDS", help="Words of names and tags; slips are forgiven.")
        ] = None,
        kind: Annotated[
            Literal["hair", "garment"] | None, typer.Option("--kind", help="Only hair, or only garments.")
        ] = None,
        as_json: Json = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """List the pieces, or those that fit all words."""
        with _open(home(home_folder)) as book:
            found = [one for one in book.search(" ".join(words or ())) if kind in (None, one.kind)]
            if as_json:
                console.print_json([_json(entry) for entry in found])
            elif found:
                console.out().print(_table(found))
            elif book.entries():
                console.print_note("No piece fits these words.")
            else:
                console.print_note(
                    "The style book is empty. Add the hair of a photo, or its clothes: stylebook add PHOTO [--garment]."
                )


def _add_show(group: typer.Typer, home: HomeOf) -> None:
    @group.command()
    def show(name: Name, as_json: Json = False, home_folder: HomeFolder = None) -> None:
        """Tell all that is known of a piece."""
        with _open(home(home_folder)) as book:
            entry = book.find(name)
            picture = book.picture(entry)
            known = _garment_facts(picture) if entry.kind == "garment" else _hair_facts(picture)
            told = _json(entry) | known | {"file": str(book.path(entry))}
        if as_json:
            console.print_json(told)
            return
        shown = Table(box=None, show_header=False, pad_edge=False)
        for key, value in told.items():
            shown.add_row(Text(key, "dim"), Text(_text(value)))
        console.out().print(shown)


def _add_rename(group: typer.Typer, home: HomeOf) -> None:
    @group.command()
    def rename(
        name: Name,
        new: Annotated[str, typer.Argument(metavar="NEW", help="Its new name.")],
        home_folder: HomeFolder = None,
    ) -> None:
        """Give a piece another name."""
        with _open(home(home_folder)) as book:
            console.out().print(Text(f"{name} -> {book.rename(name, new).name}"))


def _add_tag(group: typer.Typer, home: HomeOf) -> None:
    @group.command()
    def tag(
        name: Name,
        tags: Annotated[
            list[str] | None, typer.Argument(metavar="TAG", help="Tags to add, such as ids of styles: bob.")
        ] = None,
        remove: Annotated[
            list[str] | None, typer.Option("--remove", metavar="TAG", help="A tag to take off; may be repeated.")
        ] = None,
        note: Note = None,
        home_folder: HomeFolder = None,
    ) -> None:
        """Add tags to a piece, take some off, or change its note."""
        from catchlight.store.style_book_entry import fold

        with _open(home(home_folder)) as book:
            entry = book.find(name)
            gone = {fold(word) for word in remove or ()}
            unknown = gone - {fold(word) for word in entry.tags}
            if unknown:
                raise typer.BadParameter(f"{entry.name} has no tag {', '.join(sorted(unknown))}.")
            kept = [word for word in entry.tags if fold(word) not in gone]
            changed = book.describe(entry.id, [*kept, *(tags or ())], note)
        console.out().print(Text(f"{changed.name}: {', '.join(changed.tags) or 'no tags'}"))


def _add_remove(group: typer.Typer, home: HomeOf) -> None:
    @group.command()
    def remove(
        names: Annotated[list[str], typer.Argument(metavar="NAME", help="Names of pieces.")],
        home_folder: HomeFolder = None,
    ) -> None:
        """Remove pieces for good."""
        with _open(home(home_folder)) as book:
            for name in names:
                console.out().print(Text(f"{book.remove(name).name} removed"))


def _add_export(group: typer.Typer, home: HomeOf) -> None:
    @group.command()
    def export(
        file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write; .catchlight-stylebook is its end.")],
        names: Annotated[
            list[str] | None, typer.Option("--name", metavar="NAME", help="Only this piece; may be repeated.")
        ] = None,
        overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what is there already.")] = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """Write the style book to one file, to be given to somebody else."""
        from catchlight.store.style_book_exchange import export_book

        with _open(home(home_folder)) as book, console.bar() as bar, console.cancel_on_ctrl_c(bar.show) as progress:
            path, count = export_book(book, file, progress, names or (), replace=overwrite)
        console.out().print(Text.assemble(f"{path}  ", (_pieces(count), "dim")))


def _add_import(group: typer.Typer, home: HomeOf) -> None:
    @group.command("import")
    def take_in(
        files: Annotated[list[Path], typer.Argument(metavar="FILE", exists=True, dir_okay=False)],
        home_folder: HomeFolder = None,
    ) -> None:
        """Take in the pieces of exported style books."""
        from catchlight.store.style_book_exchange import import_book

        left_out = 0
        with _open(home(home_folder)) as book, console.bar() as bar, console.cancel_on_ctrl_c(bar.show) as progress:
            for file in files:
                came = import_book(book, file, progress)
                bar.say(Text.assemble(f"{file}  ", (f"{_pieces(len(came.added))} taken in", "dim")))
                if came.known:
                    bar.say(Text(f"  in the book already: {', '.join(came.known)}", "dim"))
                for reason in came.left_out:
                    bar.complain(reason)
                left_out += len(came.left_out)
        raise typer.Exit(FAILED if left_out else OK)


def _hair_facts(picture: Picture) -> dict[str, Any]:
    from catchlight.hair.reference.piece import read_piece

    hair = read_piece(picture)
    return {
        "colour": hair.tone.hex,
        "grey": hair.grey,
        "pixelsPerCm": round(hair.cm, 1),
        "turned": round(hair.yaw, 1),
        "raised": round(hair.pitch, 1),
    }


def _garment_facts(picture: Picture) -> dict[str, Any]:
    from catchlight.clothing.reference.piece import read_piece

    garment = read_piece(picture)
    return {
        "grey": garment.grey,
        "pixelsPerCm": round(garment.px_per_cm, 1),
        "cutBy": sorted(garment.cut),
        "anchors": stylebook_anchors.places_of(garment.anchors),
    }


def _text(value: Any) -> str:
    """A value in a cell."""
    if isinstance(value, dict):
        return "  ".join(f"{key} {_text(one)}" for key, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _json(entry: StyleBookEntry) -> dict[str, Any]:
    return entry.model_dump(mode="json", by_alias=True)


def _table(entries: Sequence[StyleBookEntry]) -> Table:
    shown = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("name", "kind", "tags", "note", "size", "added"):
        shown.add_column(heading)
    for entry in entries:
        size = f"{entry.width} x {entry.height} px"
        shown.add_row(
            Text(entry.name),
            entry.kind,
            Text(", ".join(entry.tags)),
            Text(entry.note, "dim"),
            size,
            f"{entry.created:%Y-%m-%d}",
        )
    return shown


def _pieces(count: int) -> str:
    return f"{count} piece" if count == 1 else f"{count} pieces"
