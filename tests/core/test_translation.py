"""Messages in other languages, and English sentences that are found in the catalogue again."""

from __future__ import annotations

import pytest
from catchlight.core import translation as core_translation
from catchlight.core.messages import Message, ascii_line
from catchlight.core.translation import available_languages, kiosk_languages, parse, translation

from tests.translations import texts_of

ZH = translation("zh")


def test_the_source_and_what_is_there_can_be_loaded() -> None:
    assert {"en", "zh"} <= set(available_languages())
    with pytest.raises(FileNotFoundError):
        translation("xx")


def test_a_language_of_kiosks_knows_their_texts_and_keeps_the_english_of_others() -> None:
    assert "ar" in kiosk_languages()
    assert "ar" not in available_languages()
    arabic = translation("ar")
    assert arabic.text("Eyes open") == "العينان مفتوحتان"
    assert arabic.text("Open pictures") == "Open pictures"
    assert arabic.tell(Message("{one} or {other}", one=Message("white"), other=Message("blue"))) == "أبيض أو أزرق"
    assert "ض" in arabic.letters()
    assert "ß" not in arabic.letters()


def test_numbers_are_formatted_and_names_stay() -> None:
    said = Message("The file {path} could not be used: {why}.", path="/home/hair", why="hair")
    assert ZH.tell(said) == "文件 /home/hair 无法使用：hair。"
    assert ZH.tell(Message("{text!r} is no address: write it like 192.168.1.20 or http://studio:8765.", text="a")) == (
        "'a' 不是地址：请写成 192.168.1.20 或 http://studio:8765 的形式。"
    )


def test_numbers_are_written_with_a_comma_where_the_language_does() -> None:
    text = "The files have {size:.1f} MB; by QR code at most {most} MB are handed over. Choose another way."
    said = Message(text, size=2.14, most="2.5")
    assert "2,1" in str(translation("de").tell(said))
    assert {"2.1", "2.5"} <= set(str(translation("hi").tell(said)).split())
    # Out of a record, where numbers are text already; what only has a number in it is left alone.
    assert "2,1" in str(translation("fr").tell(parse(str(said))))
    named = Message("The file {path} could not be used: {why}.", path="1.5 version 2.jpg", why="1.5")
    assert "1.5 version 2.jpg" in translation("pt").fill(named.id, named.parameters)
    assert translation("es").number(1.25, "+.1f") == "+1,2"


def test_messages_in_a_message_are_told_too() -> None:
    said = Message(
        "Here is the {what}. {verb} works on: {works}. Click there.",
        what=Message("hair"),
        verb=Message("Whiten"),
        works=(Message("teeth"), Message("eye white")),
    )
    assert ZH.tell(said) == "此处是头发。“美白”适用于：牙齿、眼白。请点选那里。"
    assert translation("en").tell(said) == said


def test_what_is_not_known_is_told_as_such() -> None:
    assert ZH.tell(Message("Nobody knows this sentence.")) is None
    assert ZH.tell_or_keep(Message("Nobody knows this sentence.")) == "Nobody knows this sentence."
    assert parse("Nobody knows this sentence.").parameters == {}


@pytest.mark.parametrize(
    "said",
    [
        Message("{name} has only {width} x {height} pixels; the shorter side must have at least {least}.",
                name="a.png", width=40, height=30, least=64),
        Message("{name} takes longer than {seconds:.0f} s to decode; save it again with another program.",
                name="a.tif", seconds=61.7),
        Message("{text!r} is no address: write it like 192.168.1.20 or http://studio:8765.", text="a b"),
        Message.counted("It cannot surely be told where the {name} ends in this picture.",
                        "It cannot surely be told where the {name} end in this picture.", count=2, name=Message("clothes")),
        Message("{name}, step {number} ({operation}): {reason}", name="warm.catchlight-preset", number=2, operation="edit",
                reason=Message("{path} is missing.", path="background_styles")),
        Message("{path}: {why}.", path="widthMm", why=Message("widthMm and heightMm belong together: give both or neither")),
        Message("There is no {kind} {entry!r}. Did you mean {near}?", kind=Message("paper"), entry="a44", near=["a4", "a5"]),
    ],
)  # fmt: skip
def test_a_sentence_from_elsewhere_is_told_like_the_message_it_was(said: Message) -> None:
    """As it is in a record, and as it crosses the network in a header."""
    known = ZH.tell(said)
    assert known is not None
    for text in (str(said), ascii_line(said)):
        assert ZH.tell(parse(text)) == known


def test_every_sentence_without_parts_is_found_again_after_the_network() -> None:
    for text in texts_of("en"):
        if "{" not in text and text.isprintable() and len(text) < 600:
            assert parse(ascii_line(text)).id in texts_of("en")


def test_what_fits_several_templates_is_taken_for_the_one_that_explains_most() -> None:
    found = parse("settings.look: There is no look 'film'. Did you mean film_warm?")
    assert found.id == "settings.look: {why}"
    inner = found.parameters["why"]
    assert isinstance(inner, Message)
    assert inner.id == "There is no {kind} {entry!r}. Did you mean {near}?"


def test_a_template_that_is_a_part_alone_is_taken_for_no_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would fit every sentence, and its part again."""
    known = core_translation._templates()
    alone = core_translation._Template("{why}", "{why}", "")
    monkeypatch.setattr(known, "with_parts", (alone, *known.with_parts))
    said = "Nobody wrote this sentence into a catalogue."
    assert parse(said) == said
