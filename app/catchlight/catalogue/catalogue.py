"""All catalogues together, as one value that is built once and passed down."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from catchlight.catalogue.backdrops import Backdrop, backdrops
from catchlight.catalogue.colours import Colour
from catchlight.catalogue.documents import DocumentSpec
from catchlight.catalogue.expressions import Expression, expressions
from catchlight.catalogue.framings import FramingStyle
from catchlight.catalogue.garment_colours import GarmentColour
from catchlight.catalogue.hair import HairColour
from catchlight.catalogue.hairstyles import HairStyle, hair_styles
from catchlight.catalogue.headshot_presets import HeadshotPreset
from catchlight.catalogue.looks import Look
from catchlight.catalogue.papers import Paper, PrinterPreset
from catchlight.catalogue.retired import RetiredIds, load_retired_ids
from catchlight.catalogue.rows import Table, table
from catchlight.core.messages import Message
from catchlight.paths import resources


@dataclass(frozen=True)
class Catalogue:
    documents: Table[DocumentSpec]
    papers: Table[Paper]
    printers: Table[PrinterPreset]
    backgrounds: Table[Colour]
    looks: Table[Look]
    hair_colours: Table[HairColour]
    hair_styles: Table[HairStyle]
    backdrops: Table[Backdrop]
    framings: Table[FramingStyle]
    clothing: Table[GarmentColour]
    headshot_presets: Table[HeadshotPreset]
    expressions: Table[Expression]
    retired: RetiredIds

    @classmethod
    def load(cls, user_folder: Path | None = None, skipped: list[Message] | None = None) -> Catalogue:
        """The shipped rows, overridden and extended by those in the user's folder.

        skipped: gets what is wrong in the user's folder, whose rows and files are left out then; without it CatalogueFault is
        raised for them too.
        """
        folders = [resources() / "catalogue", *([user_folder] if user_folder else [])]
        return cls(
            documents=table(DocumentSpec, "documents.json", folders, skipped),
            papers=table(Paper, "papers.json", folders, skipped),
            printers=table(PrinterPreset, "printers.json", folders, skipped),
            backgrounds=table(Colour, "backgrounds.json", folders, skipped),
            looks=table(Look, "looks.json", folders, skipped),
            hair_colours=table(HairColour, "hair_colors.json", folders, skipped),
            hair_styles=hair_styles([resources(), *folders[1:]], skipped),
            backdrops=backdrops([resources(), *folders[1:]], skipped),
            framings=table(FramingStyle, "framings.json", folders, skipped),
            clothing=table(GarmentColour, "clothing.json", folders, skipped),
            headshot_presets=table(HeadshotPreset, "headshot_presets.json", folders, skipped),
            expressions=expressions([resources(), *folders[1:]], skipped),
            retired=load_retired_ids(resources() / "catalogue"),
        )
