"""What single fields cannot say: whether the parts of a configuration agree, with each other and with the catalogue."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.messages import Message
from catchlight.core.suggest import close_matches
from catchlight.kiosk.config.model import KioskConfig
from catchlight.print.sheet import SizeMm

_SENDER = re.compile(r"[^\s@<>,;:\"\\()\[\]]+@[^\s@<>,;:\"\\()\[\]]+")
"""One address, also within a network of one's own, without a name beside it."""
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


def check_agreement(config: KioskConfig) -> tuple[Message, ...]:
    """Mistakes that the file alone shows: () where there are none."""
    return (
        *_of_screens(config),
        *_of_shop(config),
        *_of_payment(config),
        *_of_handover(config),
        *_of_staff(config),
    )


def check_catalogue(config: KioskConfig, catalogue: Catalogue, presets: Collection[str]) -> tuple[Message, ...]:
    """Mistakes that the catalogue shows. presets: ids of the catalogue of printers."""
    return (*_documents(config, catalogue), *_preset(config, presets))


def _of_screens(config: KioskConfig) -> Iterator[Message]:
    if not config.screens.name.isprintable():
        yield Message("[screens] name: it must be one line of plain text; it stands on receipts and in e-mails.")


def _of_shop(config: KioskConfig) -> Iterator[Message]:
    shop = config.shop
    if shop.background and not _COLOUR.fullmatch(shop.background):
        yield Message(
            "[shop] background: {given!r} is no colour. Write it as #RRGGBB, or leave it empty.", given=shop.background
        )
    for table, field, values in (
        ("shop", "documents", shop.documents),
        ("screens", "languages", config.screens.languages),
        ("handover", "ways", config.handover.ways),
    ):
        twice = sorted({value for value in values if values.count(value) > 1})
        if twice:
            yield Message("[{table}] {field}: {twice} stands there twice.", table=table, field=field, twice=twice)


def _of_payment(config: KioskConfig) -> Iterator[Message]:
    payment, shop = config.payment, config.shop
    if payment.method == "free" and (shop.price or shop.extra_copy or shop.digital):
        yield Message(
            '[payment] method is "free", but [shop] has a price. Set the price to 0, or choose coin, terminal or staff.'
        )
    if payment.method == "terminal":
        if not payment.url.startswith(("http://", "https://")):
            yield Message("[payment] url: the terminal's address must begin with http:// or https://.")
        yield from _file("[payment] token_file", payment.token_file)
    if payment.method == "coin" and payment.coin_gpio is None and not payment.coin_key:
        yield Message("[payment] method is coin: set coin_key or coin_gpio, else no coin is ever counted.")


def _of_handover(config: KioskConfig) -> Iterator[Message]:
    handover = config.handover
    if "email" in handover.ways:
        if not handover.smtp_host or not handover.smtp_from:
            yield Message("[handover] ways has email: set smtp_host and smtp_from.")
        elif not _SENDER.fullmatch(handover.smtp_from):
            yield Message("[handover] smtp_from: {given!r} is no e-mail address.", given=handover.smtp_from)
        if bool(handover.smtp_user) != bool(handover.smtp_password_file):
            yield Message("[handover] smtp_user and smtp_password_file belong together: set both or neither.")
        if handover.smtp_user and handover.smtp_security == "none":
            yield Message('[handover] smtp_security: a password is not sent in the clear. Use "starttls" or "tls".')
        yield from _file("[handover] smtp_password_file", handover.smtp_password_file)
        yield from _file("[handover] smtp_ca_file", handover.smtp_ca_file)
    if handover.usb_folder and not Path(handover.usb_folder).is_absolute():
        yield Message("[handover] usb_folder: {given!r} is no whole path. Begin it with /.", given=handover.usb_folder)
    if "upload" in handover.ways and not handover.upload_command:
        yield Message("[handover] ways has upload: set upload_command.")


def _of_staff(config: KioskConfig) -> Iterator[Message]:
    staff, payment = config.staff, config.payment
    if staff.webhook and not staff.webhook.startswith(("http://", "https://")):
        yield Message("[staff] webhook: the address must begin with http:// or https://.")
    yield from _file("[staff] webhook_token_file", staff.webhook_token_file)
    if staff.beep and not staff.flash_s:
        yield Message("[staff] beep goes with the flashing frame: set flash_s to the seconds that both last.")
    line = None if staff.gpio is None else (staff.gpio_chip, staff.gpio)
    if line is not None and payment.method == "coin" and line == (payment.coin_gpio_chip, payment.coin_gpio):
        yield Message("[staff] gpio: this line counts coins already ([payment] coin_gpio). Choose another one.")


def _file(field: str, name: str) -> Iterator[Message]:
    if name and not Path(name).is_file():
        yield Message("{field}: there is no file {name}.", field=field, name=name)


def _documents(config: KioskConfig, catalogue: Catalogue) -> Iterator[Message]:
    paper = catalogue.papers.get(config.shop.paper)
    sheet = None if paper is None else (paper.width_mm, paper.height_mm)
    if paper is None:
        yield _no_entry("[shop] paper", config.shop.paper, catalogue.papers.ids)
    for entry in config.shop.documents:
        row = catalogue.documents.get(entry)
        if row is None:
            yield _no_entry("[shop] documents", entry, catalogue.documents.ids)
        elif row.digital_only and not config.handover.ways:
            yield Message(
                "[shop] documents: {entry} is uploaded and not printed, but [handover] ways names no way to give a file.",
                entry=entry,
            )
        elif not row.digital_only and sheet is not None and not _fits((row.width_mm, row.height_mm), sheet):
            yield Message(
                "[shop] documents: {entry} is {width:g} x {height:g} mm and does not fit on the paper {paper}.",
                entry=entry,
                width=row.width_mm,
                height=row.height_mm,
                paper=config.shop.paper,
            )


def _preset(config: KioskConfig, presets: Collection[str]) -> Iterator[Message]:
    if config.printer.preset and config.printer.preset not in presets:
        yield _no_entry("[printer] preset", config.printer.preset, presets)


def _fits(size: SizeMm, paper: SizeMm) -> bool:
    """Whether a photo fits on a sheet, upright or turned, to the paper's edge."""
    return min(size) <= min(paper) and max(size) <= max(paper)


def _no_entry(field: str, entry: str, known: Collection[str]) -> Message:
    near = close_matches(entry, known, n=3, cutoff=0.4)
    if near:
        return Message("{field}: there is no {entry!r}. Did you mean {near}?", field=field, entry=entry, near=near)
    return Message("{field}: there is no {entry!r}.", field=field, entry=entry)
