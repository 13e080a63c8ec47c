"""The window's commands: one table for menus, shortcuts and the command palette."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catchlight.gui.wording.i18n import tr


@dataclass(frozen=True)
class Command:
    """One command. keys: shortcuts, the first is shown; menu: where it stands."""

    key: str
    menu: str
    text: str
    help: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    checkable: bool = False
    separated: bool = False
    """A line above it in its menu."""
    tab: str = ""
    """Key of the tab that runs it; the others are run by the window."""


def commands(tabs: Sequence[Command] = ()) -> list[Command]:
    """All of them, in the order of the menus. tabs: those that choose a tab."""
    return [
        Command("open", "file", tr("Open…"), tr("Open pictures"), ("Ctrl+O",), "open"),
        Command(
            "open_folder",
            "file",
            tr("Open a folder…"),
            tr("Open every picture of a folder"),
            ("Ctrl+Shift+O",),
            "folder",
        ),
        Command("paste", "file", tr("Paste"), tr("Open the picture from the clipboard"), ("Ctrl+V",), "paste"),
        Command(
            "camera", "file", tr("Take a picture…"), tr("Take a portrait with a camera"), ("Ctrl+Shift+C",), "camera"
        ),
        Command("sample", "file", tr("Open the sample"), tr("Open the sample portrait"), (), "photo"),
        Command(
            "export",
            "file",
            tr("Export…"),
            tr("Write the picture to a file"),
            ("Ctrl+E", "Ctrl+S"),
            "export",
            separated=True,
        ),
        Command(
            "export_all",
            "file",
            tr("Export all open results…"),
            tr("Write the result of every open picture into a folder; nothing is overwritten"),
            ("Ctrl+Shift+E",),
            "folder",
        ),
        Command(
            "print",
            "file",
            tr("Print…"),
            tr("Print the sheet at its real size"),
            ("Ctrl+P",),
            "print",
            tab="print_sheet",
        ),
        Command(
            "close",
            "file",
            tr("Close the picture"),
            tr("Close the current picture"),
            ("Ctrl+W",),
            "close",
            separated=True,
        ),
        Command("quit", "file", tr("Quit"), tr("Close the window"), ("Ctrl+Q",)),
        Command("undo", "edit", tr("Undo"), tr("Back to the step before"), ("Ctrl+Z",), "undo"),
        Command("redo", "edit", tr("Redo"), tr("Forward again"), ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
        Command(
            "copy",
            "edit",
            tr("Copy"),
            tr("Copy the shown picture to the clipboard"),
            ("Ctrl+C",),
            "image",
            separated=True,
        ),
        Command(
            "settings",
            "edit",
            tr("Preferences…"),
            tr("Looks, limits, kept results, delivery"),
            ("Ctrl+,",),
            "settings",
            separated=True,
        ),
        Command("work_here", "edit", tr("Work on this computer"), tr("Edits run on this computer"), (), "computer"),
        Command("work_there", "edit", tr("Work on a server…"), tr("Edits run on another computer"), (), "server"),
        Command("fit", "view", tr("Fit"), tr("Show the whole picture"), ("Ctrl+0",), "fit"),
        Command(
            "actual", "view", tr("Real pixels"), tr("One picture pixel on one screen pixel"), ("Ctrl+1",), "actual"
        ),
        Command("zoom_in", "view", tr("Zoom in"), tr("Zoom in"), ("Ctrl++", "Ctrl+="), "plus"),
        Command("zoom_out", "view", tr("Zoom out"), tr("Zoom out"), ("Ctrl+-",), "minus"),
        Command(
            "after", "view", tr("Only the result"), tr("Show only the result"), ("Ctrl+2",), "after", separated=True
        ),
        Command("split", "view", tr("Split before and after"), tr("Compare with a handle"), ("Ctrl+3",), "split"),
        Command("side", "view", tr("Side by side"), tr("Compare side by side with linked zoom"), ("Ctrl+4",), "side"),
        Command(
            "guides",
            "view",
            tr("Guides"),
            tr("Show lines and millimetres on the picture"),
            ("G",),
            "guides",
            True,
            True,
        ),
        Command(
            "next", "view", tr("Next picture"), tr("Show the next open picture"), ("Ctrl+PgDown",), "", separated=True
        ),
        Command("previous", "view", tr("Previous picture"), tr("Show the previous open picture"), ("Ctrl+PgUp",)),
        *tabs,
        Command(
            "document",
            "portrait",
            tr("Choose a document"),
            tr("Search a document by country"),
            ("Ctrl+D",),
            "search",
            tab="id_photo",
        ),
        Command(
            "crop_face",
            "portrait",
            tr("Crop to one face…"),
            tr("Choose a face of several and crop the picture to that person"),
            ("Ctrl+Shift+F",),
            "crop",
            separated=True,
        ),
        Command(
            "apply", "portrait", tr("Apply"), tr("Do the thing to do next"), ("Ctrl+Return", "Ctrl+Enter"), "check"
        ),
        Command(
            "frame",
            "portrait",
            tr("Show the frame"),
            tr("The picture with the frame that will be cut"),
            ("F",),
            "guides",
            tab="id_photo",
        ),
        Command(
            "result", "portrait", tr("Show the result"), tr("The finished photo"), ("R",), "idphoto", tab="id_photo"
        ),
        Command(
            "auto_adjust",
            "portrait",
            tr("Auto"),
            tr("Set light and colour by what the picture shows"),
            ("Ctrl+Shift+A",),
            "adjust",
            tab="adjust",
        ),
        Command(
            "reset_adjust", "portrait", tr("Reset the sliders"), tr("All sliders back, no words, no look"), tab="adjust"
        ),
        Command(
            "reset_expression",
            "portrait",
            tr("Face as it is"),
            tr("No other expression"),
            tab="face_expression",
        ),
        Command("reset_hair", "portrait", tr("Hair as it is"), tr("No other hair colour"), tab="hair"),
        Command("hair_add", "portrait", tr("Brush: hair"), tr("Paint what is hair"), tab="hair"),
        Command("hair_erase", "portrait", tr("Brush: no hair"), tr("Paint what is no hair"), tab="hair"),
        Command(
            "reset_headshot",
            "portrait",
            tr("No headshot"),
            tr("Own clothes, own background, own frame"),
            tab="headshot",
        ),
        Command(
            "own_background",
            "portrait",
            tr("Background of your own…"),
            tr("Choose a picture to stand before"),
            tab="headshot",
        ),
        Command(
            "next_region",
            "portrait",
            tr("Next region at the hotspot"),
            tr("What else lies under the hotspot"),
            ("N",),
            tab="edit",
        ),
        Command(
            "hotspot_tool", "portrait", tr("Place the hotspot"), tr("Click to place the hotspot"), ("P",), tab="edit"
        ),
        Command("brush_add", "portrait", tr("Brush +"), tr("Paint what belongs to the region"), ("B",), tab="edit"),
        Command("brush_erase", "portrait", tr("Brush −"), tr("Paint what does not belong to it"), ("E",), tab="edit"),
        Command("clear_marks", "portrait", tr("Clear box and brush"), tr("Only the hotspot stays"), tab="edit"),
        Command(
            "cancel_profile",
            "portrait",
            tr("Cancel the profile picture job"),
            tr("Call it off; nothing is delivered"),
            tab="profile_picture",
        ),
        Command(
            "retry_profile",
            "portrait",
            tr("Try the profile picture job again"),
            tr("Ask for the same pictures once more"),
            tab="profile_picture",
        ),
        Command(
            "profile_folder",
            "portrait",
            tr("Open the folder of profile pictures"),
            tr("Show the delivered files in the system's own window"),
            tab="profile_picture",
        ),
        Command(
            "palette",
            "help",
            tr("Search a command"),
            tr("Everything that can be done, by typing"),
            ("Ctrl+K",),
            "search",
        ),
        Command("help", "help", tr("Help"), tr("The handbook, at the page of this tab"), ("F1",), "info"),
        Command("shortcuts", "help", tr("Keys"), tr("All keys on one sheet"), ("?", "Ctrl+/")),
        Command("tour", "help", tr("Take the tour"), tr("Three places of the window, in a minute")),
        Command(
            "about",
            "help",
            tr("About Catchlight"),
            tr("Version, networks and licences, what the edits do not do"),
            (),
            "",
            separated=True,
        ),
    ]
