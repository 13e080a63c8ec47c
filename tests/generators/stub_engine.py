"""Engines over HTTP that answer as the real ones do, made from exchanges with them; and ways in which a server can misbehave."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import PIL.Image

Trouble = str
"""One of: slow, silent, cut, oversized, wrong size, redirect, html, dies, no picture, deep json."""


def png(pixels: np.ndarray) -> bytes:
    out = io.BytesIO()
    PIL.Image.fromarray(pixels).save(out, "png")
    return out.getvalue()


def pixels_of(data: bytes) -> np.ndarray:
    return np.asarray(PIL.Image.open(io.BytesIO(data)))


@dataclass
class Asked:
    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    body: bytes
    form: dict[str, bytes]

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class StubEngine:
    """``trouble`` happens to the one request whose path begins with ``at``; everything else goes as it should."""

    trouble: Trouble = ""
    at: str = ""
    asked: list[Asked] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    """Of ComfyUI's temp folder."""
    nodes: set[str] = field(default_factory=set)
    """Classes that ComfyUI lacks."""
    old: bool = False
    """A ComfyUI that lists checkpoints in the node that loads them alone."""
    jobs: dict[str, Any] = field(default_factory=dict)
    """States of jobs, by id; a job is done at the ``takes``-th time that it is asked after."""
    takes: int = 1
    interrupted: threading.Event = field(default_factory=threading.Event)
    address: str = ""
    spoken: str = ""
    """What a language model answers."""

    def paths(self, method: str = "") -> list[str]:
        return [one.path for one in self.asked if method in ("", one.method)]

    # What the real ones answer

    def answer(self, asked: Asked) -> tuple[int, Any]:
        path = asked.path
        for pattern, respond in self._routes().items():
            found = re.fullmatch(pattern, f"{asked.method} {path}")
            if found is not None:
                return respond(asked, *found.groups())
        return 404, {"error": "not found"}

    def _routes(self) -> dict[str, Callable[..., tuple[int, Any]]]:
        return {
            "GET /system_stats": lambda _: (200, {"system": {"comfyui_version": "0.3.76"}, "devices": []}),
            r"GET /object_info/(\w+)": lambda _, kind: (200, {} if kind in self.nodes else {kind: {"input": _inputs(kind)}}),
            "GET /models/checkpoints": lambda _: (404, {}) if self.old else (200, CHECKPOINTS),
            "POST /upload/image": self._upload,
            "POST /prompt": self._prompt,
            r"GET /history/([\w-]+)": self._history,
            "GET /queue": lambda _: (
                200,
                {"queue_running": [[0, key, {}, {}, []] for key, job in self.jobs.items() if not job["done"]],
                 "queue_pending": []},
            ),
            "POST /queue": lambda _: (200, {}),
            "POST /history": lambda _: (200, {}),
            "POST /interrupt": self._interrupt,
            "GET /view": lambda asked: (200, self.files[asked.query["filename"][0]]),
            "GET /sdcpp/v1/capabilities": lambda _: (200, CAPABILITIES),
            "POST /sdcpp/v1/img_gen": self._submit,
            r"GET /sdcpp/v1/jobs/([\w-]+)": self._job,
            r"POST /sdcpp/v1/jobs/([\w-]+)/cancel": self._interrupt,
            "GET /sdapi/v1/options": lambda _: (200, {"sd_model_checkpoint": "dreamshaper [abc]"}),
            "POST /sdapi/v1/img2img": self._img2img,
            "POST /sdapi/v1/interrupt": self._interrupt,
            "GET /v1/models": lambda _: (200, {"data": [{"id": "flux-fill", "object": "model"}]}),
            "POST /v1/images/edits": self._edits,
            "POST /v1/chat/completions": lambda _: (
                200, {"choices": [{"index": 0, "message": {"role": "assistant", "content": self.spoken}}]}
            ),
        }  # fmt: skip

    def _paint(self, picture: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The picture a little darker, as an engine gives it back that repaints all; the mask's places greyed."""
        made = np.clip(picture[..., :3].astype(int) - 3, 0, 255)
        made[mask > 127] = (made[mask > 127] + 120) // 2
        if self.trouble == "wrong size":
            made = made[::2, ::2]
        return np.asarray(made, np.uint8)

    def _upload(self, asked: Asked) -> tuple[int, Any]:
        header = re.search(rb'name="image"; filename="([^"]+)"', asked.body)
        assert header is not None
        name = header[1].decode()
        self.files[name] = asked.form["image"]
        return 200, {"name": name, "subfolder": "", "type": asked.form["type"].decode()}

    def _prompt(self, asked: Asked) -> tuple[int, Any]:
        nodes = asked.json["prompt"]
        for key, node in nodes.items():
            if node["class_type"] == "LoadImage" and node["inputs"]["image"].removesuffix(" [temp]") not in self.files:
                return 400, {"error": {"type": "prompt_outputs_failed_validation", "message": "invalid image"}}
            if node["class_type"] == "NoSuchNode":
                message = {"type": "missing_node_type", "message": "Node 'NoSuchNode' not found.", "details": f"#{key}"}
                return 400, {"error": message, "node_errors": {}}
        key = asked.json["prompt_id"]
        self.jobs[key] = {"nodes": nodes, "asked": 0, "done": False}
        return 200, {"prompt_id": key, "number": 1, "node_errors": {}}

    def _history(self, _: Asked, key: str) -> tuple[int, Any]:
        job = self.jobs[key]
        job["asked"] += 1
        if job["asked"] < self.takes:
            return 200, {}
        nodes, job["done"] = job["nodes"], True
        if self.trouble == "fails":
            facts = {"exception_message": "CUDA out of memory\nTried to allocate 2 GiB"}
            return 200, {
                key: {"status": {"status_str": "error", "messages": [["execution_error", facts]]}, "outputs": {}}
            }
        loaded = {
            node["class_type"]: self.files[node["inputs"]["image"].removesuffix(" [temp]")]
            for node in nodes.values()
            if node["class_type"] in ("LoadImage", "LoadImageMask")
        }
        self.files["ComfyUI_temp_a_00001_.png"] = png(
            self._paint(pixels_of(loaded["LoadImage"]), pixels_of(loaded["LoadImageMask"])[..., 0])
        )
        shown = next(name for name, node in nodes.items() if node["class_type"] == "PreviewImage")
        image = {"filename": "ComfyUI_temp_a_00001_.png", "subfolder": "", "type": "temp"}
        status = {"status_str": "success", "completed": True, "messages": []}
        return 200, {key: {"status": status, "outputs": {shown: {"images": [image]}}}}

    def _interrupt(self, *_: Any) -> tuple[int, Any]:
        self.interrupted.set()
        return 200, {}

    def _submit(self, asked: Asked) -> tuple[int, Any]:
        self.jobs["job_1"] = {"body": asked.json, "asked": 0, "done": False}
        return 202, {"id": "job_1", "kind": "img_gen", "status": "queued", "created": 1}

    def _job(self, _: Asked, key: str) -> tuple[int, Any]:
        job = self.jobs[key]
        job["asked"] += 1
        if self.trouble == "fails":
            return 200, {"id": key, "status": "failed", "error": {"code": "x", "message": "out of memory"}}
        if job["asked"] < self.takes:
            return 200, {"id": key, "status": "generating", "result": None, "error": None}
        body = job["body"]
        image = self._of_base64(body["init_image"], body["mask_image"])
        return 200, {"id": key, "status": "completed", "result": {"images": [{"index": 0, "b64_json": image}]}}

    def _img2img(self, asked: Asked) -> tuple[int, Any]:
        body = asked.json
        return 200, {"images": [self._of_base64(body["init_images"][0], body["mask"])], "parameters": {}, "info": "{}"}

    def _of_base64(self, picture: str, mask: str) -> str:
        return base64.b64encode(
            png(self._paint(*(pixels_of(base64.b64decode(one)) for one in (picture,)), self._white(mask)))
        ).decode()

    def _white(self, mask: str) -> np.ndarray:
        return pixels_of(base64.b64decode(mask))[..., 0]

    def _edits(self, asked: Asked) -> tuple[int, Any]:
        mask = 255 - pixels_of(asked.form["mask"])[..., 3]
        made = base64.b64encode(png(self._paint(pixels_of(asked.form["image"]), mask))).decode()
        return 200, {"created": 1, "data": [{"b64_json": made}]}


CHECKPOINTS = ["sd15.safetensors", "sd15_inpaint.safetensors"]


def _inputs(kind: str) -> dict[str, Any]:
    return {"required": {"ckpt_name": [CHECKPOINTS, {}]}} if kind == "CheckpointLoaderSimple" else {}


CAPABILITIES = {
    "model": {"name": "sd15.safetensors", "stem": "sd15", "path": "/models/sd15.safetensors"},
    "defaults_by_mode": {"img_gen": {"width": 512, "height": 512}},
    "features_by_mode": {
        "img_gen": {"init_image": True, "mask_image": True, "cancel_queued": True, "cancel_generating": False}
    },
    "limits": {"min_width": 64, "max_width": 2048, "min_height": 64, "max_height": 2048},
}


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, stub: StubEngine) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.stub = stub
        self.stopped = threading.Event()


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        self._do()

    def do_POST(self) -> None:
        self._do()

    def _do(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        form = _form(headers.get("content-type", ""), body)
        asked = Asked(self.command, parts.path, parse_qs(parts.query), headers, body, form)
        self.server.stub.asked.append(asked)
        if (
            self.server.stub.trouble
            and self.server.stub.at
            and parts.path.startswith(self.server.stub.at)
            and self._misbehave()
        ):
            return
        status, content = self.server.stub.answer(asked)
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        kind = "image/png" if isinstance(content, bytes) else "application/json"
        self._send(status, data, kind)

    def _send(self, status: int, data: bytes, kind: str, **headers: str) -> None:
        with contextlib.suppress(OSError):  # who was cancelled does not wait for the answer
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

    def _misbehave(self) -> bool:
        """Whether the trouble is one of the answer as such."""
        trouble = self.server.stub.trouble
        if trouble == "slow":
            self.server.stopped.wait(20)
        elif trouble == "redirect":
            self._send(302, b"", "text/plain", Location="http://127.0.0.1:1/elsewhere")
        elif trouble == "html":
            self._send(200, b"<!doctype html><script>alert(1)</script>", "text/html; charset=utf-8")
        elif trouble == "no picture":
            self._send(200, b"GIF89a nothing", "image/png")
        elif trouble == "deep json":
            self._send(200, b"[" * 200_000, "application/json")
        elif trouble == "refuses":
            self._send(
                500, json.dumps({"error": "server_error", "message": "no memory\x1b[31m left"}).encode(), "a/json"
            )
        elif trouble == "token":
            self._send(401, b"{}", "application/json")
        elif trouble == "cut":
            self.send_response(200)
            self.send_header("Content-Length", "100000")
            self.end_headers()
            self.wfile.write(b"half")
            self._hang_up()
        elif trouble == "dies":
            self._hang_up()
            self.server.stopped.set()
            threading.Thread(target=self.server.shutdown, name="server stop").start()
        elif trouble == "oversized":
            self._pour()
        else:
            return False
        return True

    def _pour(self) -> None:
        """A gigabyte, as long as anybody takes it."""
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        with contextlib.suppress(OSError):
            for _ in range(1000):
                self.wfile.write(b" " * 1_000_000)
        self.close_connection = True

    def _hang_up(self) -> None:
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def serving(stub: StubEngine) -> Iterator[StubEngine]:
    """The stub on a port of this computer, at ``stub.address``."""
    server = _Server(stub)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, name="stub engine")
    thread.start()
    stub.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield stub
    finally:
        server.stopped.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _form(kind: str, body: bytes) -> dict[str, bytes]:
    """The parts of a multipart body by name; empty for any other."""
    if not kind.startswith("multipart/"):
        return {}
    message = BytesParser().parsebytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body)
    found: dict[str, bytes] = {}
    for part in message.get_payload():
        name = part.get_param("name", header="content-disposition")  # type: ignore[union-attr]
        found[str(name)] = part.get_payload(decode=True)  # type: ignore[union-attr, assignment]
    return found
