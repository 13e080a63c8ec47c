"""A real server on a real port, in a thread of the test."""

from __future__ import annotations

import base64
import contextlib
import datetime as dates
import ipaddress
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.certificates import trust
from catchlight.operations.registry import OPERATIONS
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.server.app import create_app
from catchlight.server.gate import Gate
from catchlight.server.http.protocol import ConnectionLimits
from catchlight.server.monitoring.metrics import Metrics
from catchlight.server.process.listen import Server, address_of, listen
from catchlight.server.process.pool import EditPool
from catchlight.service.editor import Editor, LocalEditor
from catchlight.service.recording import RecordingEditor
from catchlight.store.database.sqlite import SqliteDatabase
from catchlight.store.generations import Generations
from catchlight.store.idempotency.request_keys import SCHEMA, RequestKeys
from catchlight.store.settings.resource_limits import PictureLimits
from catchlight.store.tokens import ClientTokens
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.doubles import EchoEditor, eventually

GENERATE = OPERATIONS["id_photo"].path
LAYOUT = OPERATIONS["layout"].path


@dataclass
class Running:
    """A server that answers at ``url``, with the parts that it was made of."""

    url: str
    client: httpx.Client
    generations: Generations
    pool: EditPool
    keys: Any = None

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.client.post(path, json=body)

    def stored(self) -> int:
        return len(self.generations.page(200).generations)


Start = Callable[..., Running]


@contextlib.contextmanager
def running(
    editor: Editor,
    generations: Generations,
    catalogue: Catalogue,
    workers: int = 1,
    queue: int = 32,
    token: str | None = None,
    limits: PictureLimits | None = None,
    tokens: ClientTokens | None = None,
    connections: ConnectionLimits | None = None,
    tls: ssl.SSLContext | None = None,
    proxies: Sequence[str] = (),
    **parts: Any,
) -> Iterator[Running]:
    metrics = parts.setdefault("metrics", Metrics())
    keys = parts.setdefault(
        "keys", RequestKeys(lambda: SqliteDatabase(generations._folder / "requests.sqlite3", SCHEMA))
    )
    pool = EditPool(workers, queue, metrics.edits)
    recording = RecordingEditor(editor, generations)
    app = create_app(OPERATIONS.values(), recording, generations, catalogue, pool, limits, Gate(token, tokens), **parts)
    bound = listen("127.0.0.1", 0)
    bound.listen(128)
    server = Server(app, pool, tls=tls, proxies=proxies, limits=connections)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, name="server")
    thread.start()
    try:
        assert eventually(lambda: server.started)
        address = address_of(bound, "http" if tls is None else "https")
        with httpx.Client(
            base_url=address, timeout=60, trust_env=False, verify=trust(address) if tls is None else False
        ) as client:
            yield Running(address, client, generations, pool, keys)
    finally:
        pool.stop_taking()
        pool.cancel()
        server.should_exit = True
        thread.join()
        assert pool.close(5.0)
        if keys is not None:
            keys.close()


@pytest.fixture
def start(home: Home, catalogue: Catalogue) -> Iterator[Start]:
    """Starts servers over the test's home; each is stopped after the test."""
    with contextlib.ExitStack() as stack:
        generations = Generations(home.store)
        stack.callback(generations.close)

        def started(editor: Editor | None = None, **options: Any) -> Running:
            return stack.enter_context(running(editor or EchoEditor(), generations, catalogue, **options))

        yield started


@contextlib.contextmanager
def running_engine(folder: Path, catalogue: Catalogue, portraits: Portraits) -> Iterator[Running]:
    """The real engine behind a server whose store is ``folder``."""
    generations = Generations(folder)
    try:
        with running(LocalEditor(portraits, catalogue), generations, catalogue) as service:
            service.post("/pictures", imageDataUrl="")  # its threads start here, not within a test
            service.client.get("/catalogue")
            yield service
    finally:
        generations.close()


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory, catalogue: Catalogue, portraits: Portraits) -> Iterator[Running]:
    """One server with the real engine for all tests of a module."""
    with running_engine(tmp_path_factory.mktemp("home") / "store", catalogue, portraits) as service:
        yield service


@pytest.fixture(scope="session")
def tls_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``cert.pem`` for 127.0.0.1 with ``key.pem``, the same key with a password, and another key."""
    folder, key = tmp_path_factory.mktemp("tls"), ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = dates.datetime.now(dates.UTC)
    cert = (
        x509.CertificateBuilder()
        .subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(now - dates.timedelta(days=1)).not_valid_after(now + dates.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    (folder / "cert.pem").write_bytes(cert.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    for file, secret, locked in (
        ("key.pem", key, plain),
        ("locked.pem", key, serialization.BestAvailableEncryption(b"secret")),
        ("other.pem", ec.generate_private_key(ec.SECP256R1()), plain),
    ):
        form = serialization.PrivateFormat.PKCS8
        (folder / file).write_bytes(secret.private_bytes(serialization.Encoding.PEM, form, locked))
    return folder


def data_url(data: bytes, media_type: str = "image/png") -> str:
    return f"data:{media_type};base64,{base64.b64encode(data).decode()}"


@pytest.fixture(scope="session")
def sample_url(sample_bytes: bytes) -> str:
    return data_url(sample_bytes)
