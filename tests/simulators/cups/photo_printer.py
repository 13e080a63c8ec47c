"""A photo printer that speaks IPP (ippeveprinter), and its queue: what it prints lies in a folder, and it can break down."""

from __future__ import annotations

import socket
from pathlib import Path

from tests.simulators.cups.print_server import PrintServer
from tests.simulators.processes import Child, free_port, wait_until

QUEUE = "photo"
MEDIA = {
    "na_index-4x6_4x6in": (10160, 15240),
    "om_dnp-4x6_104.99x162.56mm": (10499, 16256),
    "iso_a4_210x297mm": (21000, 29700),
}
"""Hundredths of a millimetre: 4 x 6 in, the page that drivers of DNP's printers take for it, and A4."""
MARGINS = (0, 300)
SHEETS, RIBBON_PERCENT = 18, 60
"""What it has."""

PRINT = """#!/bin/sh
# Run by ippeveprinter for each job, $1 is the file. Holds on while there is a fault, then puts the print out.
folder={folder}
if [ -f $folder/fault ]; then
    fault=$(cat $folder/fault)
    echo "STATE: +$fault" >&2
    while [ -f $folder/fault ] && kill -0 $PPID 2>/dev/null; do sleep 0.05; done
    kill -0 $PPID 2>/dev/null || exit 1
    echo "STATE: -$fault" >&2
fi
number=$(ls $folder/arrived | grep -c '.pdf$\\|.raster$')
kind=$(case "$CONTENT_TYPE" in application/pdf) echo pdf;; *) echo raster;; esac)
name=$folder/arrived/$(printf %03d $number)
env | grep '^IPP_\\|^CONTENT' | sort > $name.txt
cp "$1" $name.part && mv $name.part $name.$kind
echo "ATTR: job-impressions=1 job-impressions-completed=1 job-media-sheets-completed=1" >&2
"""


class PhotoPrinter:
    """queue: its name in CUPS; server: for ``Printer.server`` of a configuration."""

    def __init__(self, server: PrintServer) -> None:
        self.queue, self.server = QUEUE, server.address
        self.print_server = server
        self.folder = server.folder / "printer"
        self._port = free_port()
        self._child: Child | None = None

    @property
    def arrived(self) -> list[Path]:
        """What came out, in order: PDF files, or PWG raster. Beside each lies a .txt of what was asked for with it."""
        return sorted(file for file in (self.folder / "arrived").iterdir() if file.suffix in (".pdf", ".raster"))

    def clear_tray(self) -> None:
        """Take away what came out, and what the printer itself remembers of it."""
        for place in ("arrived", "spool"):
            for file in (self.folder / place).iterdir():
                if file.is_file():
                    file.unlink()

    def asked(self, print_out: Path) -> dict[str, str]:
        """What was asked for with a print, by names as IPP_COPIES."""
        lines = print_out.with_suffix(".txt").read_text().splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line)

    def install(self) -> None:
        """Start it, and set its queue up."""
        (self.folder / "arrived").mkdir(parents=True)
        (self.folder / "spool").mkdir()
        (self.folder / "printer.conf").write_text(_attributes())
        script = self.folder / "print.sh"
        script.write_text(PRINT.format(folder=self.folder))
        script.chmod(0o755)
        self.switch_on()
        uri = f"ipp://localhost:{self._port}/ipp/print"
        self.print_server.run("lpadmin", "-p", QUEUE, "-E", "-v", uri, "-m", "everywhere")
        # A printer whose attributes are wrong gives a queue without a driver, and no word of it.
        wait_until((self.print_server.folder / "etc" / "ppd" / f"{QUEUE}.ppd").exists, "the queue's driver")

    def switch_on(self) -> None:
        """Nothing where it is on."""
        if self._child is not None:
            return
        files = f"-k -d {self.folder}/spool -a {self.folder}/printer.conf -c {self.folder}/print.sh"
        command = f"ippeveprinter -p {self._port} -n localhost -r off {files} Photo"
        child = self._child = self.print_server.child("printer", command)

        def listens() -> bool:
            child.check()
            return _listens(self._port)

        wait_until(listens, "the printer")

    def switch_off(self) -> None:
        """As by pulling its plug, in the middle of a print, too."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def break_down(self, keyword: str) -> None:
        """The next print waits for ``mend`` with this reason of its state, such as media-empty-error."""
        (self.folder / "fault").write_text(keyword)

    def mend(self) -> None:
        (self.folder / "fault").unlink(missing_ok=True)

    def reload(self) -> None:
        """Mend it by switching it off and on, which drops what it held on to: a job that the queue has cancelled, too."""
        self.switch_off()
        self.mend()
        self.switch_on()

    @property
    def broken(self) -> bool:
        """Whether the next print waits, or waits already."""
        return (self.folder / "fault").exists()

    def pause(self, why: str) -> None:
        """Stop the queue."""
        self.print_server.run("cupsdisable", "-r", why, QUEUE)

    def reset(self) -> None:
        """As new: on, mended, its queue running and empty, nothing printed."""
        self.print_server.run("cancel", "-a", "-x", QUEUE)
        self.mend()
        self.switch_on()
        self.print_server.run("cupsenable", QUEUE)
        for file in (self.folder / "arrived").iterdir():
            file.unlink()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _size(width: int, height: int) -> str:
    return f"MEMBER collection media-size {{MEMBER integer x-dimension {width} MEMBER integer y-dimension {height}}}"


def _attributes() -> str:
    """The file of ippeveprinter -a. One attribute of a wrong type, and the queue gets no driver."""
    media, sizes = ",".join(MEDIA), list(MEDIA.values())
    sides = ("bottom", "left", "right", "top")
    database = ",".join(
        f"{{{_size(*size)} " + " ".join(f"MEMBER integer media-{side}-margin {margin}" for side in sides) + "}"
        for size in sizes
        for margin in MARGINS
    )
    supported = ",".join(f"{{MEMBER integer x-dimension {w} MEMBER integer y-dimension {h}}}" for w, h in sizes)
    lines = [
        "ATTR mimeMediaType document-format-supported application/octet-stream,application/pdf,image/pwg-raster",
        "ATTR rangeOfInteger copies-supported 1-99",
        "ATTR integer copies-default 1",
        "ATTR boolean color-supported true",
        f"ATTR keyword media-supported {media}",
        "ATTR keyword media-ready na_index-4x6_4x6in",
        "ATTR keyword media-default na_index-4x6_4x6in",
        f"ATTR collection media-size-supported {supported}",
        *(f"ATTR integer media-{side}-margin-supported {','.join(map(str, MARGINS))}" for side in sides),
        f"ATTR collection media-col-default {database.split('},{')[0].rstrip('}')}}}",
        f"ATTR collection media-col-database {database}",
        "ATTR keyword print-color-mode-supported auto,color",
        "ATTR keyword print-color-mode-default color",
        "ATTR enum print-quality-supported 3,4,5",
        "ATTR enum print-quality-default 4",
        "ATTR resolution printer-resolution-supported 300dpi,600dpi",
        "ATTR resolution printer-resolution-default 300dpi",
        "ATTR resolution pwg-raster-document-resolution-supported 300dpi,600dpi",
        "ATTR keyword pwg-raster-document-sheet-back normal",
        "ATTR keyword pwg-raster-document-type-supported srgb_8,sgray_8",
        "ATTR keyword sides-supported one-sided",
        "ATTR keyword sides-default one-sided",
        f'ATTR octetString printer-input-tray "type=other;maxcapacity=20;level={SHEETS};status=0;name=main;"',
        "ATTR nameWithoutLanguage marker-names ribbon",
        "ATTR keyword marker-types ribbonWax",
        f"ATTR integer marker-levels {RIBBON_PERCENT}",
        "ATTR integer marker-low-levels 10",
    ]
    return "\n".join(lines) + "\n"
