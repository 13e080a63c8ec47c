"""The table of commands, which menus, shortcuts, command palette and sheet of keys are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from catchlight.core.messages import mark
from catchlight.gui.commands.command import Command
from catchlight.gui.tabs.tab import Tab
from catchlight.gui.wording.i18n import tr

# fmt: off
COMMANDS = (
    # file
    Command("open", "file", mark("Open…"), mark("Open pictures"), keys=("Ctrl+O",), icon="open"),
    Command("open_folder", "file", mark("Open a folder…"), mark("Open every picture of a folder"),
            keys=("Ctrl+Shift+O",), icon="folder"),
    Command("paste", "file", mark("Paste"), mark("Open the picture from the clipboard"),
            keys=("Ctrl+V",), icon="paste"),
    Command("camera", "file", mark("Take a picture…"), mark("Take a portrait with a camera"),
            keys=("Ctrl+Shift+C",), icon="camera"),
    Command("sample", "file", mark("Open the sample"), mark("Open the sample portrait"), icon="photo"),
    Command("export", "file", mark("Export…"), mark("Write the picture to a file"),
            keys=("Ctrl+E", "Ctrl+S"), icon="export", needs="picture", separated=True),
    Command("export_all", "file", mark("Export all open results…"),
            mark("Write the result of every open picture into a folder; nothing is overwritten"),
            keys=("Ctrl+Shift+E",), icon="folder", needs="results"),
    Command("print", "file", mark("Print…"), mark("Print the sheet at its real size"),
            keys=("Ctrl+P",), icon="print", tab="print_sheet", needs="documents"),
    Command("print_picture", "file", mark("Print picture…"),
            mark("Print the picture on paper at a chosen size, or as large as fits, or into a PDF"),
            keys=("Ctrl+Alt+P",), icon="print", needs="picture"),
    Command("close", "file", mark("Close the picture"), mark("Close the current picture"),
            keys=("Ctrl+W",), icon="close", needs="document", separated=True),
    Command("quit", "file", mark("Quit"), mark("Close the window"), keys=("Ctrl+Q",)),
    # edit
    Command("undo", "edit", mark("Undo"), mark("Back to the step before"),
            keys=("Ctrl+Z",), icon="undo", needs="undo"),
    Command("redo", "edit", mark("Redo"), mark("Forward again"),
            keys=("Ctrl+Shift+Z", "Ctrl+Y"), icon="redo", needs="redo"),
    Command("copy", "edit", mark("Copy"), mark("Copy the shown picture to the clipboard"),
            keys=("Ctrl+C",), icon="image", needs="picture", separated=True),
    Command("settings", "edit", mark("Preferences…"), mark("Looks, limits, kept results, delivery, colours of the screen (ICC profile of the monitor)"),
            keys=("Ctrl+,",), icon="settings", separated=True),
    Command("work_here", "edit", mark("Work on this computer"), mark("Edits run on this computer"), icon="computer"),
    Command("work_there", "edit", mark("Work on a server…"), mark("Edits run on another computer"), icon="server"),
    # view
    Command("fit", "view", mark("Fit"), mark("Show the whole picture"), keys=("Ctrl+0",), icon="fit"),
    Command("actual", "view", mark("Real pixels"), mark("One picture pixel on one screen pixel"),
            keys=("Ctrl+1",), icon="actual"),
    Command("zoom_in", "view", mark("Zoom in"), mark("Zoom in"), keys=("Ctrl++", "Ctrl+="), icon="plus"),
    Command("zoom_out", "view", mark("Zoom out"), mark("Zoom out"), keys=("Ctrl+-",), icon="minus"),
    Command("after", "view", mark("Only the result"), mark("Show only the result"),
            keys=("Ctrl+2",), icon="after", separated=True),
    Command("split", "view", mark("Split before and after"), mark("Compare with a handle"),
            keys=("Ctrl+3",), icon="split"),
    Command("side", "view", mark("Side by side"), mark("Compare side by side with linked zoom"),
            keys=("Ctrl+4",), icon="side"),
    Command("guides", "view", mark("Guides"), mark("Show lines and millimetres on the picture"),
            keys=("G",), icon="guides", checkable=True, separated=True),
    Command("soft_proof", "view", mark("Soft proof"),
            mark("Show the picture as a printer and its paper would, by their ICC profile"),
            keys=("Ctrl+Shift+Y",), checkable=True, separated=True),
    Command("proof_settings", "view", mark("Soft proof settings…"),
            mark("Printer profile, rendering intent, paper white, gamut warning of the soft proof")),
    Command("next", "view", mark("Next picture"), mark("Show the next open picture"),
            keys=("Ctrl+PgDown",), separated=True),
    Command("previous", "view", mark("Previous picture"), mark("Show the previous open picture"),
            keys=("Ctrl+PgUp",)),
    # portrait
    Command("document", "portrait", mark("Choose a document"), mark("Search a document by country"),
            keys=("Ctrl+D",), icon="search", tab="id_photo"),
    Command("crop_face", "portrait", mark("Crop to one face…"),
            mark("Choose a face of several and crop the picture to that person"),
            keys=("Ctrl+Shift+F",), icon="crop", separated=True),
    Command("apply", "portrait", mark("Apply"), mark("Do the thing to do next"),
            keys=("Ctrl+Return", "Ctrl+Enter"), icon="check", needs="picture"),
    Command("frame", "portrait", mark("Show the frame"), mark("The picture with the frame that will be cut"),
            keys=("F",), icon="guides", tab="id_photo"),
    Command("result", "portrait", mark("Show the result"), mark("The finished photo"),
            keys=("R",), icon="idphoto", tab="id_photo"),
    Command("auto_adjust", "portrait", mark("Auto"), mark("Set light and colour by what the picture shows"),
            keys=("Ctrl+Shift+A",), icon="adjust", tab="adjust"),
    Command("reset_adjust", "portrait", mark("Reset the sliders"), mark("All sliders back, no words, no look"),
            tab="adjust"),
    Command("reset_expression", "portrait", mark("Face as it is"), mark("No other expression"),
            tab="face_expression"),
    Command("reset_hair", "portrait", mark("Hair as it is"), mark("No other hair colour"), tab="hair"),
    Command("hair_add", "portrait", mark("Brush: hair"), mark("Paint what is hair"), tab="hair"),
    Command("hair_erase", "portrait", mark("Brush: no hair"), mark("Paint what is no hair"), tab="hair"),
    Command("reset_headshot", "portrait", mark("No headshot"), mark("Own clothes, own background, own frame"),
            tab="headshot"),
    Command("own_background", "portrait", mark("Background of your own…"), mark("Choose a picture to stand before"),
            tab="headshot"),
    Command("next_region", "portrait", mark("Next region at the hotspot"), mark("What else lies under the hotspot"),
            keys=("N",), tab="edit"),
    Command("hotspot_tool", "portrait", mark("Place the hotspot"), mark("Click to place the hotspot"),
            keys=("P",), tab="edit"),
    Command("brush_add", "portrait", mark("Brush +"), mark("Paint what belongs to the region"),
            keys=("B",), tab="edit"),
    Command("brush_erase", "portrait", mark("Brush −"), mark("Paint what does not belong to it"),
            keys=("E",), tab="edit"),
    Command("clear_marks", "portrait", mark("Clear box and brush"), mark("Only the hotspot stays"), tab="edit"),
    Command("cancel_profile", "portrait", mark("Cancel the profile picture job"),
            mark("Call it off; nothing is delivered"), tab="profile_picture"),
    Command("retry_profile", "portrait", mark("Try the profile picture job again"),
            mark("Ask for the same pictures once more"), tab="profile_picture"),
    Command("profile_folder", "portrait", mark("Open the folder of profile pictures"),
            mark("Show the delivered files in the system's own window"), tab="profile_picture"),
    # help
    Command("palette", "help", mark("Search a command"), mark("Everything that can be done, by typing"),
            keys=("Ctrl+K",), icon="search"),
    Command("help", "help", mark("Help"), mark("The handbook, at the page of this tab"), keys=("F1",), icon="info"),
    Command("shortcuts", "help", mark("Keys"), mark("All keys on one sheet"), keys=("?", "Ctrl+/")),
    Command("tour", "help", mark("Take the tour"), mark("Three places of the window, in a minute")),
    Command("about", "help", mark("About Catchlight"),
            mark("Version, networks and licences, what the edits do not do"), separated=True),
    # batch
    Command("save_preset", "batch", mark("Save the steps as a preset…"),
            mark("Keep the steps of this picture, to be done to others"),
            keys=("Ctrl+Shift+S",), icon="preset", needs="result"),
    Command("apply_others", "batch", mark("Apply these steps to other open pictures"),
            mark("Do the steps of this picture to every other open one"), needs="others"),
    Command("presets", "batch", mark("Presets…"), mark("Saved steps: apply, rename, import, export, delete"),
            keys=("Ctrl+Shift+P",), icon="preset", separated=True),
    Command("batch", "batch", mark("Batch…"), mark("Do the same steps to many files"),
            keys=("Ctrl+B",), icon="batch", separated=True),
)
# fmt: on
"""In the order of the menus; the tabs come first in the menu of the portrait. What a command does is told by its key, in the
slots of the window and of the tabs."""


def commands(tabs: Sequence[type[Tab]] = ()) -> list[Command]:
    """The whole table in the language of the window, with a row for choosing each tab."""
    told = [replace(row, text=tr(row.text), help=tr(row.help)) for row in COMMANDS]
    choosing = [
        Command(tab.key, "portrait", tab.title(), tab.help(), (f"Alt+{number}",), tab.icon)
        for number, tab in enumerate(tabs, 1)
    ]
    place = next(number for number, row in enumerate(told) if row.menu == "portrait")
    return [*told[:place], *choosing, *told[place:]]
