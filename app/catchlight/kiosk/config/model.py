"""The settings of a kiosk, as they stand in its TOML file, on its admin page and in what a fleet sends."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

LanguageId = Literal["en", "zh", "es", "fr", "de", "pt", "ar", "hi"]
LANGUAGES: tuple[LanguageId, ...] = ("en", "zh", "es", "fr", "de", "pt", "ar", "hi")


class ConfigSection(BaseModel):
    """A table of the file. What it does not know is an error that names it."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Screens(ConfigSection):
    """What a person sees."""

    name: str = Field("Catchlight", title="Name", max_length=60, description="On the attract screen and on receipts.")
    languages: tuple[LanguageId, ...] = Field(LANGUAGES, title="Languages", min_length=1)
    high_contrast: bool = Field(
        False, title="High contrast", description="At the start of a session; the person can change it."
    )
    large_text: bool = Field(
        False, title="Large text", description="At the start of a session; the person can change it."
    )
    low_controls: bool = Field(False, title="Controls in the lower half", description="At the start of a session.")
    voice: bool = Field(False, title="Voice prompts", description="Needs the extra voice.")
    idle_s: int = Field(
        60, title="Idle time", ge=15, le=600, description="Seconds without a touch before the countdown."
    )
    countdown_s: int = Field(
        15, title="Countdown", ge=5, le=60, description="Seconds of the countdown before all is wiped."
    )


class Shop(ConfigSection):
    """What is offered."""

    documents: tuple[str, ...] = Field(
        (), title="Documents", description="Ids of the catalogue, in their order; none: all."
    )
    paper: str = Field("4r", title="Paper", description="Id of the catalogue: that which lies in the printer.")
    background: str = Field("", title="Background", description="#RRGGBB; empty: the document's own.")
    retakes: int = Field(3, title="Retakes", ge=0, le=20)
    uncertain: Literal["person", "staff", "refuse"] = Field(
        "person",
        title="Uncertain verdict",
        description="Who decides whether a photo is printed that the checks are not sure of.",
    )
    price: int = Field(0, title="Price of a sheet", ge=0, le=1_000_000, description="In the currency's smallest unit.")
    extra_copy: int = Field(0, title="Price of one more sheet", ge=0, le=1_000_000)
    digital: int = Field(0, title="Price of the file", ge=0, le=1_000_000)
    currency: str = Field("EUR", title="Currency", pattern="^[A-Z]{3}$")
    max_copies: int = Field(4, title="Sheets at most", ge=1, le=20)


class CameraSource(ConfigSection):
    """The camera."""

    kind: Literal["webcam", "gphoto2", "folder", "video"] = Field("webcam", title="Camera")
    device: str = Field(
        "0", title="Device", description="Number of the webcam, part of the camera's name, folder or video file."
    )
    width: int = Field(1920, title="Width", ge=640, le=8192)
    height: int = Field(1080, title="Height", ge=480, le=8192)
    rotate: Literal[0, 90, 180, 270] = Field(
        0, title="Turned by", description="Degrees clockwise, for a camera mounted upright."
    )
    hold_s: float = Field(1.2, title="Hold still", ge=0.3, le=5, description="Seconds all is right before the release.")
    countdown_s: int = Field(3, title="Countdown", ge=0, le=10, description="Seconds before a release by touch.")


class Printer(ConfigSection):
    """The printer. No name: nothing is printed, sheets are only handed over."""

    name: str = Field("", title="Queue", description="Of CUPS, or the printer's name on Windows and macOS.")
    preset: str = Field(
        "", title="Preset", description="Id of the model in the catalogue of printers; empty: a plain printer."
    )
    server: str = Field("", title="Server", description="Host and port of CUPS; empty: that of this computer.")
    timeout_s: int = Field(180, title="Time to print", ge=20, le=1800, description="Seconds before staff are called.")


class Payment(ConfigSection):
    """How it is paid."""

    method: Literal["free", "coin", "terminal", "staff"] = Field("free", title="Payment")
    coin_key: str = Field("F12", title="Key of the coin acceptor", description="Each press is one pulse.")
    coin_gpio: int | None = Field(
        None, title="GPIO line of the coin acceptor", ge=0, le=1023, description="Needs the extra gpio; Linux alone."
    )
    coin_gpio_chip: str = Field("/dev/gpiochip0", title="GPIO chip of the coin acceptor")
    coin_value: int = Field(100, title="Worth of a pulse", ge=1, description="In the currency's smallest unit.")
    url: str = Field("", title="Terminal", description="Address of the payment terminal's HTTP interface.")
    token_file: str = Field("", title="File of the terminal's token")
    timeout_s: int = Field(
        60, title="Time to pay", ge=5, le=600, description="Seconds; with coins, from the last coin."
    )


class HandoverSettings(ConfigSection):
    """How files are handed over beside the sheet."""

    ways: tuple[Literal["qr", "usb", "email", "upload"], ...] = Field((), title="Ways")
    usb_folder: str = Field(
        "",
        title="Folder of the USB stick",
        description="Where the system mounts it; empty: removable drives are found.",
    )
    qr_host: str = Field(
        "", title="Address in the QR code", description="Of this computer on the guests' network; empty: found."
    )
    qr_port: int = Field(0, title="Port of the QR page", ge=0, le=65535, description="0: any free.")
    qr_expiry_s: int = Field(300, title="QR code holds", ge=30, le=3600, description="Seconds.")
    qr_max_mb: int = Field(50, title="Most behind a QR code", ge=1, le=500, description="Megabytes of all files.")
    smtp_host: str = Field("", title="SMTP server")
    smtp_port: int = Field(587, title="SMTP port", ge=1, le=65535)
    smtp_security: Literal["starttls", "tls", "none"] = Field("starttls", title="SMTP security")
    smtp_user: str = Field("", title="SMTP user")
    smtp_password_file: str = Field("", title="File of the SMTP password")
    smtp_from: str = Field("", title="Sender's address")
    smtp_ca_file: str = Field(
        "",
        title="Certificates of the SMTP server",
        description="PEM file, for a server whose certificate the system does not know.",
    )
    upload_command: tuple[str, ...] = Field(
        (), title="Upload to an authority", description="Command and its arguments."
    )
    upload_timeout_s: int = Field(60, title="Time to upload", ge=5, le=600, description="Seconds.")


class Staff(ConfigSection):
    """How staff are called, beside the admin page and the metrics."""

    flash_s: int = Field(
        30, title="Flashing frame", ge=0, le=600, description="Seconds round the screen, or until it is seen; 0: none."
    )
    beep: bool = Field(False, title="Beep", description="The system's, every few seconds while the frame flashes.")
    webhook: str = Field("", title="Webhook", description="Address that each call is posted to as JSON; no pictures.")
    webhook_token_file: str = Field("", title="File of the webhook's token")
    webhook_timeout_s: int = Field(5, title="Time of the webhook to answer", ge=1, le=30, description="Seconds.")
    command: tuple[str, ...] = Field(
        (), title="Command", description="Command and its arguments; it reads each call as JSON."
    )
    command_timeout_s: int = Field(10, title="Time of the command", ge=1, le=120, description="Seconds.")
    gpio: int | None = Field(
        None, title="GPIO line of a lamp or bell", ge=0, le=1023, description="Needs the extra gpio; Linux alone."
    )
    gpio_chip: str = Field("/dev/gpiochip0", title="GPIO chip of the lamp or bell")
    gpio_s: int = Field(
        10, title="Time of the lamp or bell", ge=1, le=3600, description="Seconds, or until it is seen."
    )
    after_s: int = Field(
        60,
        title="Patience with a part",
        ge=0,
        le=3600,
        description="Seconds that a part is out of order before staff are called to it.",
    )


class Admin(ConfigSection):
    """The admin page. No hash: a PIN is asked for at the first start."""

    pin_hash: str = Field("", title="Salted hash of the PIN")


class Fleet(ConfigSection):
    """One of many."""

    id: str = Field("", title="Name of this kiosk", max_length=60, pattern="^[A-Za-z0-9._-]*$")
    metrics_port: int = Field(0, title="Port of the metrics", ge=0, le=65535, description="0: none.")
    metrics_host: str = Field(
        "127.0.0.1",
        title="Address of the metrics",
        description="Of the network card that Prometheus asks; no pictures.",
    )
    config_source: str = Field("", title="Configuration from", description="Folder or address of a file; empty: none.")
    server: str = Field(
        "", title="Server for edits", description="Address of a Catchlight service; empty: this computer."
    )


class KioskConfig(ConfigSection):
    """All of it; every field has a default, so that an empty file is a kiosk that hands out free photos from a webcam."""

    screens: Annotated[Screens, Field(title="Screens")] = Screens()
    shop: Annotated[Shop, Field(title="Shop")] = Shop()
    camera: Annotated[CameraSource, Field(title="Camera")] = CameraSource()
    printer: Annotated[Printer, Field(title="Printer")] = Printer()
    payment: Annotated[Payment, Field(title="Payment")] = Payment()
    handover: Annotated[HandoverSettings, Field(title="Handing over")] = HandoverSettings()
    staff: Annotated[Staff, Field(title="Staff")] = Staff()
    admin: Annotated[Admin, Field(title="Admin page")] = Admin()
    fleet: Annotated[Fleet, Field(title="Fleet")] = Fleet()
