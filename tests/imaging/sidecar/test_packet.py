"""Marks in XMP packets: what other programs wrote is read, what they wrote beside it stays, and they read what is written."""

from __future__ import annotations

import codecs
import shutil
import subprocess
from pathlib import Path

import pytest
from catchlight.imaging.sidecar.mark import LABELS, NO_MARK, PictureMark
from catchlight.imaging.sidecar.packet import put_mark, read_mark
from catchlight.imaging.sidecar.packet_layout import NotXmp

DARKTABLE = """<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:darktable="http://darktable.sf.net/"
   xmp:Rating="2"
   darktable:xmp_version="5"
   darktable:history_end="2">
   <!-- masks: a > b -->
   <darktable:colorlabels>
    <rdf:Seq>
     <rdf:li>0</rdf:li>
     <rdf:li>4</rdf:li>
    </rdf:Seq>
   </darktable:colorlabels>
   <darktable:history>
    <rdf:Seq>
     <rdf:li darktable:num='0' darktable:operation="exposure" darktable:params="gz02eJx &gt;"/>
    </rdf:Seq>
   </darktable:history>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
"""
LIGHTROOM = """<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0-c000">\r
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\r
  <rdf:Description rdf:about=""\r
    xmlns:xap="http://ns.adobe.com/xap/1.0/"\r
    xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"\r
   xap:CreatorTool="Adobe Lightroom &quot;13&quot;"\r
   xap:Label="Yellow"\r
   crs:Exposure2012="+0.35">\r
   <xap:Rating>4</xap:Rating>\r
   <crs:ToneCurve><rdf:Seq><rdf:li>0, 0</rdf:li></rdf:Seq></crs:ToneCurve>\r
  </rdf:Description>\r
 </rdf:RDF>\r
</x:xmpmeta>\r
<?xpacket end="w"?>"""
OLD = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:xmp="urn:not-adobe" xmp:Rating="9"><xmp:Label/></rdf:Description>
<rdf:Description rdf:about="" xmlns:a="http://ns.adobe.com/xap/1.0/"><a:Label/><a:Rating>3.0</a:Rating></rdf:Description>
</rdf:RDF></x:xmpmeta>"""


def test_marks_of_other_programs_are_read() -> None:
    assert read_mark(DARKTABLE.encode()) == PictureMark(2, "", "red")
    assert read_mark(LIGHTROOM.encode()) == PictureMark(4, "", "yellow")
    assert read_mark(OLD.encode()) == PictureMark(3)
    assert read_mark(DARKTABLE.replace('"2"', '"-1"', 1).encode()) == PictureMark(0, "reject", "red")
    assert read_mark(LIGHTROOM.replace(">4<", ">17<").encode()) == PictureMark(5, "", "yellow")
    assert read_mark(LIGHTROOM.replace(">4<", ">good<").replace("Yellow", "To do").encode()) == NO_MARK
    plain = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>'
    assert read_mark(f"{plain}</x:xmpmeta>".encode()) is None


def test_only_the_value_changes_and_every_other_byte_stays() -> None:
    assert put_mark(LIGHTROOM.encode(), PictureMark(5, "", "yellow")) == LIGHTROOM.replace(">4<", ">5<").encode()
    assert put_mark(LIGHTROOM.encode(), PictureMark(4, "", "blue")) == LIGHTROOM.replace("Yellow", "Blue").encode()
    without = put_mark(LIGHTROOM.encode(), PictureMark(4))
    assert without == LIGHTROOM.replace('\r\n   xap:Label="Yellow"', "").encode()
    assert put_mark(DARKTABLE.encode(), PictureMark(0, "reject", "red")) == DARKTABLE.replace(
        'xmp:Rating="2"', 'xmp:Rating="-1"'
    ).replace(
        'history_end="2"',
        'history_end="2" xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/" xmpDM:pick="-1"',
    ).encode()  # fmt: skip
    for packet in (DARKTABLE, LIGHTROOM, OLD):
        known = read_mark(packet.encode())
        assert known is not None
        assert put_mark(packet.encode(), known) == packet.encode()


def test_a_prefix_that_means_something_else_is_not_used() -> None:
    put = put_mark(OLD.replace("<a:Rating>3.0</a:Rating>", "").replace("<a:Label/>", "").encode(), PictureMark(1))
    assert b'xmlns:xmp1="http://ns.adobe.com/xap/1.0/" xmp1:Rating="1"' in put
    assert b'xmp:Rating="9"' in put
    assert read_mark(put) == PictureMark(1)


def test_an_empty_element_takes_a_value() -> None:
    put = put_mark(OLD.encode(), PictureMark(3, "", "green"))
    assert put == OLD.replace("<a:Label/>", "<a:Label>Green</a:Label>").encode()


QUALIFIED = b"""<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:Rating rdf:parseType="Resource">
<rdf:value>3</rdf:value><xmp:by>a studio</xmp:by></xmp:Rating></rdf:Description></rdf:RDF></x:xmpmeta>"""


def test_a_value_with_qualifiers_is_read_and_one_without_takes_its_place() -> None:
    assert read_mark(QUALIFIED) == PictureMark(3)
    put = put_mark(QUALIFIED, PictureMark(5))
    assert b"<xmp:Rating>5</xmp:Rating>" in put
    assert read_mark(put) == PictureMark(5)


def test_darktables_own_list_of_labels_is_kept_in_step() -> None:
    put = put_mark(DARKTABLE.encode(), PictureMark(2, "", "green"))
    assert b"<darktable:colorlabels><rdf:Seq><rdf:li>2</rdf:li><rdf:li>4</rdf:li></rdf:Seq></darktable" in put
    assert b'xmp:Label="Green"' in put
    assert read_mark(put) == PictureMark(2, "", "green")
    once = put_mark(put.replace(b"<rdf:li>4</rdf:li>", b""), PictureMark(2))
    assert b"colorlabels" not in once
    assert b"xmp:Label" not in once
    assert once.count(b"darktable:history>") == 2


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("flag", ["", "pick", "reject"])
def test_a_new_packet_says_what_was_put_into_it(label: str, flag: str) -> None:
    mark = PictureMark(0 if flag == "reject" else 3, flag, label)  # type: ignore[arg-type]
    assert read_mark(put_mark(None, mark)) == mark


@pytest.mark.parametrize(
    ("begin", "form"),
    [(codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"), (codecs.BOM_UTF8, "utf-8")],
)
def test_the_encoding_stays(begin: bytes, form: str) -> None:
    packet = begin + LIGHTROOM.replace("Lightroom", "Lichtraum ü 明").encode(form)
    assert read_mark(packet) == PictureMark(4, "", "yellow")
    put = put_mark(packet, PictureMark(1, "", "yellow"))
    assert put == packet.replace(">4<".encode(form), ">1<".encode(form))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not xml",
        b"<a/>",
        LIGHTROOM[:-200].encode(),
        b"<!DOCTYPE a [<!ENTITY b 'c'>]>" + LIGHTROOM.encode(),
        LIGHTROOM.replace("Yellow", "\xff").encode("latin-1"),
    ],
    ids=["empty", "text", "no RDF", "cut off", "document type", "characters"],
)
def test_what_is_no_packet_is_refused(data: bytes) -> None:
    with pytest.raises(NotXmp):
        read_mark(data)
    with pytest.raises(NotXmp):
        put_mark(data, PictureMark(1))


def test_a_mark_that_cannot_be_is_refused() -> None:
    for values in ((6, "", ""), (-1, "", ""), (1, "maybe", ""), (1, "", "brown")):
        with pytest.raises(ValueError, match="no such mark"):
            PictureMark(*values)


def _run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.skipif(shutil.which("exiftool") is None, reason="exiftool is not installed")
def test_exiftool_reads_what_is_written_and_is_read(tmp_path: Path) -> None:
    file = tmp_path / "photo.jpg.xmp"
    file.write_bytes(put_mark(None, PictureMark(4, "pick", "purple")))
    told = _run("exiftool", "-s3", "-XMP-xmp:Rating", "-XMP-xmp:Label", "-XMP-xmpDM:Pick", str(file))
    assert told.split() == ["4", "Purple", "1"]
    _run("exiftool", "-q", "-overwrite_original", "-XMP-xmp:Rating=2", "-XMP-xmp:Label=Blue",
         "-XMP-dc:Title=Ada & Bo", "-XMP-dc:Subject=wedding", str(file))  # fmt: skip
    assert read_mark(file.read_bytes()) == PictureMark(2, "pick", "blue")
    file.write_bytes(put_mark(file.read_bytes(), PictureMark(0, "reject")))
    told = _run("exiftool", "-s", "-XMP-xmp:all", "-XMP-xmpDM:all", "-XMP-dc:all", str(file))
    assert [line.split(":", 1)[1].strip() for line in told.splitlines()] == ["-1", "-1", "wedding", "Ada & Bo"]


@pytest.mark.skipif(shutil.which("exiv2") is None, reason="exiv2 is not installed")
def test_exiv2_which_darktable_reads_with_agrees(tmp_path: Path) -> None:
    file = tmp_path / "photo.xmp"
    file.write_bytes(put_mark(DARKTABLE.encode(), PictureMark(0, "reject", "blue")))
    lines = (line.split(None, 1) for line in _run("exiv2", "-Pkv", str(file)).splitlines())
    told = {line[0]: line[1].strip() for line in lines if len(line) == 2}
    assert told["Xmp.xmp.Rating"] == "-1"
    assert told["Xmp.xmp.Label"] == "Blue"
    assert told["Xmp.darktable.colorlabels"] == "3, 4"
    assert told["Xmp.darktable.history_end"] == "2"
    file.with_name("qualified.xmp").write_bytes(put_mark(QUALIFIED, PictureMark(5)))
    assert _run("exiv2", "-Pv", "-K", "Xmp.xmp.Rating", str(file.with_name("qualified.xmp"))).split() == ["5"]
    _run("exiv2", "-M", "set Xmp.xmp.Rating 5", "-M", "del Xmp.xmpDM.pick", str(file))
    assert read_mark(file.read_bytes()) == PictureMark(5, "", "blue")
