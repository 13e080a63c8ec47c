"""``catchlight stylebook anchors``: the places by which a garment is laid over a body, told and corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from catchlight.cli import console
from catchlight.cli.root.shared_options import HomeFolder, HomeOf, Json

if TYPE_CHECKING:
    from catchlight.clothing.reference.garment import Anchors

PLACES = ("pit", "left-collar", "right-collar", "left-shoulder", "right-shoulder", "hem")
"""Left and right as seen."""


def add_anchors(group: typer.Typer, home: HomeOf) -> None:
    @group.command()
    def anchors(
        name: Annotated[str, typer.Argument(metavar="NAME", help="Name of a garment.")],
        move: Annotated[
            list[str] | None,
            typer.Option(
                "--move",
                metavar="PLACE=X,Y",
                help=f"Put a place somewhere else, in pixels of the piece; may be repeated. {', '.join(PLACES)} (hem=Y).",
            ),
        ] = None,
        as_json: Json = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """Tell the places by which a garment is laid over a body, or correct them."""
        from catchlight.clothing.reference import piece
        from catchlight.store.style_book import StyleBook

        book = StyleBook(home(home_folder).style_book)
        try:
            entry = book.find(name)
            if entry.kind != "garment":
                raise typer.BadParameter(f"{entry.name} is hair; only garments have such places.")
            picture = book.picture(entry)
            garment = piece.read_piece(picture)
            if move:
                wanted = places_of(garment.anchors) | dict(_place(text) for text in move)
                garment = garment.with_anchors(anchors_from(wanted))
                book.correct(entry.id, piece.corrected(picture, garment))
        finally:
            book.close()
        found = places_of(garment.anchors)
        if as_json:
            console.print_json(found)
            return
        shown = Table(box=None, show_header=False, pad_edge=False)
        for place, value in found.items():
            shown.add_row(Text(place, "dim"), ", ".join(map(str, value)) if isinstance(value, list) else str(value))
        console.out().print(shown)


def places_of(anchors: Anchors) -> dict[str, Any]:
    """The places by name: x and y, the hem its row alone."""
    points = (anchors.pit, *anchors.collar, *anchors.shoulders)
    named = {name: [round(x, 1), round(y, 1)] for name, (x, y) in zip(PLACES[:-1], points, strict=True)}
    return named | {"hem": round(anchors.hem, 1)}


def anchors_from(places: dict[str, Any]) -> Anchors:
    from catchlight.clothing.reference.garment import Anchors

    pit, left, right, outer, other = ((float(x), float(y)) for x, y in (places[name] for name in PLACES[:-1]))
    return Anchors(pit, (left, right), (outer, other), float(places["hem"]))


def _place(text: str) -> tuple[str, Any]:
    """A place as it was typed. Raises BadParameter."""
    name, _, value = text.partition("=")
    try:
        numbers = [float(part) for part in value.split(",")]
    except ValueError:
        numbers = []
    if name not in PLACES or len(numbers) != (1 if name == "hem" else 2):
        raise typer.BadParameter(f"--move {text!r}: give PLACE=X,Y, or hem=Y; places are {', '.join(PLACES)}.")
    return name, numbers[0] if name == "hem" else numbers
