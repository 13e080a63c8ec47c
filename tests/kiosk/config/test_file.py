"""The configuration file: every mistake at once and in plain words, and what is written is what is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.kiosk.config.checks import check_catalogue
from catchlight.kiosk.config.faults import ConfigFault
from catchlight.kiosk.config.file import default_file, load_config, read_config, save_config
from catchlight.kiosk.config.model import (
    Admin,
    CameraSource,
    Fleet,
    HandoverSettings,
    KioskConfig,
    Payment,
    Printer,
    Screens,
    Shop,
)
from catchlight.kiosk.config.toml_text import sample_toml, toml_text

FULL = KioskConfig(
    screens=Screens(name='A "kiosk" \\ Zürich 1', languages=("ar", "hi"), high_contrast=True),
    shop=Shop(documents=("de_passport",), background="#FFFFFF", price=450, currency="CHF"),
    camera=CameraSource(kind="folder", device="C:\\pictures\x7f\t1", rotate=270, hold_s=0.75),
    printer=Printer(name="photo"),
    payment=Payment(method="coin", coin_gpio=17),
    handover=HandoverSettings(ways=("qr", "upload"), upload_command=("upload", "--to", "it's")),
    admin=Admin(pin_hash="scrypt$1$2"),
    fleet=Fleet(id="hall-2"),
)


def mistakes(text: str) -> list[str]:
    with pytest.raises(ConfigFault) as fault:
        read_config(text.encode(), "kiosk.toml")
    return [str(one) for one in fault.value.mistakes]


def test_the_sample_is_every_default() -> None:
    assert read_config(sample_toml().encode(), "sample") == KioskConfig()
    for section, field in KioskConfig.model_fields.items():
        assert f"[{section}]" in sample_toml()
        assert field.annotation is not None
        for name in field.annotation.model_fields:
            assert f"\n{name} = " in sample_toml() or f"\n# {name} = " in sample_toml()


def test_what_is_written_is_what_is_read(tmp_path: Path) -> None:
    file = tmp_path / "new" / "kiosk.toml"
    save_config(FULL, file)
    assert load_config(file) == FULL
    assert '# Payment. One of "free", "coin", "terminal", "staff".' in file.read_text(encoding="utf-8")
    assert all(len(line) <= 120 for line in toml_text(KioskConfig()).splitlines())


def test_without_a_file_everything_has_its_default() -> None:
    assert load_config(None) == KioskConfig()
    default_file().parent.mkdir(parents=True)
    default_file().write_text('[screens]\nname = "Hall 2"\n')
    assert load_config(None).screens.name == "Hall 2"


def test_a_named_file_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(StorageFault, match="--write-config"):
        load_config(tmp_path / "kiosk.toml")


def test_all_mistakes_are_told_at_once() -> None:
    found = mistakes("""
[screens]
languages = ["en", "xx"]
[shop]
pricee = 1
price = true
max_copies = 99
currency = "eur"
uncertain = "maybe"
documents = "de_passport"
[camera]
hold_s = nan
[printer]
timeout_s = "20"
[coffee]
milk = true
""")
    assert found == [
        '[screens] languages, entry 2: it must be one of "en", "zh", "es", "fr", "de", "pt", "ar", "hi".',
        '[shop] documents: it must be a list, such as ["one", "two"].',
        '[shop] uncertain: it must be one of "person", "staff", "refuse".',
        "[shop] price: it must be a whole number without quotes.",
        "[shop] currency: 'eur' does not have the form ^[A-Z]{3}$.",
        "[shop] max_copies: it must be 20 or less, and is 99.",
        "[shop] pricee: there is no such field. Did you mean price?",
        "[camera] hold_s: it must be 5.0 or less, and is nan.",
        "[printer] timeout_s: it must be a whole number without quotes.",
        "There is no table [coffee]; the tables are screens, shop, camera, printer, payment, handover, staff, admin, fleet.",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"[shop", "no valid TOML"),
        (b"\xff", "no text in UTF-8"),
        (b"shop = 1", "[shop]: it must be a table."),
        (b"[screens]\nlanguages = []", "[screens] languages: the list must not be empty."),
        (b"[screens]\nidle_s = 5", "[screens] idle_s: it must be 15 or more, and is 5."),
        (b"[fleet]\nzzz = 1", "[fleet] zzz: there is no such field. The table has id, metrics_port"),
    ],
)
def test_a_mistake_says_what_to_do(text: bytes, said: str) -> None:
    with pytest.raises(ConfigFault) as fault:
        read_config(text, "kiosk.toml")
    assert said in str(fault.value)
    assert str(fault.value).startswith("The configuration kiosk.toml has a mistake:\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[shop]\nbackground = "white"', "is no colour"),
        ("[shop]\nprice = 450", 'method is "free", but [shop] has a price'),
        ('[shop]\ndocuments = ["a", "a"]', "[shop] documents: a stands there twice."),
        ('[payment]\nmethod = "terminal"\nurl = "localhost:1"', "must begin with http://"),
        (
            '[payment]\nmethod = "terminal"\nurl = "http://localhost:1"\ntoken_file = "/no/such"',
            "there is no file /no/such",
        ),
        ('[payment]\nmethod = "coin"\ncoin_key = ""', "set coin_key or coin_gpio"),
        ('[screens]\nname = "Hall\\nBcc: all@example.org"', "[screens] name: it must be one line"),
        (
            '[handover]\nways = ["email"]\nsmtp_host = "mail"\nsmtp_from = "Kiosk <a@b.example>"',
            "is no e-mail address",
        ),
        ('[handover]\nways = ["email"]', "set smtp_host and smtp_from"),
        ('[handover]\nways = ["email"]\nsmtp_user = "a"', "set both or neither"),
        ('[handover]\nways = ["upload"]', "set upload_command"),
    ],
)
def test_parts_that_do_not_agree_are_told(text: str, said: str) -> None:
    assert any(said in one for one in mistakes(text))


def test_a_password_is_never_sent_in_the_clear(tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.touch()
    text = (
        '[handover]\nways = ["email"]\nsmtp_host = "a"\nsmtp_from = "k@a.example"\nsmtp_security = "none"\n'
        f'smtp_user = "k"\nsmtp_password_file = "{password.as_posix()}"\n'
    )
    (only,) = mistakes(text)
    assert "not sent in the clear" in only


def test_what_does_not_agree_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "kiosk.toml"
    save_config(FULL, file)
    with pytest.raises(ConfigFault):
        save_config(FULL.model_copy(update={"payment": Payment()}), file)
    assert load_config(file) == FULL


def test_the_catalogue_is_asked_for_every_id(catalogue: Catalogue) -> None:
    known = catalogue.documents.ids[0]
    good = KioskConfig(
        shop=Shop(documents=(known,)), printer=Printer(preset="ds620"), handover=HandoverSettings(ways=("usb",))
    )
    assert check_catalogue(good, catalogue, ("ds620",)) == ()
    bad = KioskConfig(shop=Shop(documents=("nonsense", known), paper="4rr"), printer=Printer(preset="ds621"))
    told = [str(one) for one in check_catalogue(bad, catalogue, ("ds620",))]
    assert told[0].startswith("[shop] paper: there is no '4rr'. Did you mean")
    assert told[1].startswith("[shop] documents: there is no 'nonsense'")
    assert told[-1] == "[printer] preset: there is no 'ds621'. Did you mean ds620?"


def test_a_document_must_fit_on_the_paper_or_be_handed_over(catalogue: Catalogue) -> None:
    digital = next(row.id for row in catalogue.documents if row.digital_only)
    (told,) = check_catalogue(KioskConfig(shop=Shop(documents=(digital,))), catalogue, ())
    assert "no way to give a file" in told
    assert isinstance(told, Message)
    large = max((row for row in catalogue.documents if not row.digital_only), key=lambda row: row.height_mm)
    turned = KioskConfig(shop=Shop(documents=(large.id,), paper="a6"))
    assert (large.width_mm, large.height_mm) == (101.6, 152.4)
    assert "does not fit on the paper a6" in check_catalogue(turned, catalogue, ())[0]
    assert check_catalogue(KioskConfig(shop=Shop(documents=(large.id,), paper="4r")), catalogue, ()) == ()
