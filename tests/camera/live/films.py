"""Frames, films and a camera on the network for tests: colours tell which frame it is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
from catchlight.camera.live.port import Frame
from catchlight.camera.live.turning import encode_take

COLOURS = ((220, 40, 40), (40, 200, 40), (50, 60, 210))
SIZE = (160, 96)


def plain(colour: tuple[int, int, int], size: tuple[int, int] = SIZE) -> Frame:
    """A frame of one colour with a white upper left quarter, by which turns are told. size: width and height."""
    frame = np.full((size[1], size[0], 3), colour, np.uint8)
    frame[: size[1] // 2, : size[0] // 2] = 255
    return frame


def colour_of(frame: Frame) -> int | None:
    """Which of ``COLOURS`` a frame has."""
    seen = np.median(frame.reshape(-1, 3).astype(int), axis=0)
    near = [number for number, colour in enumerate(COLOURS) if np.abs(seen - colour).max() < 40]
    return near[0] if near else None


def white_corner(frame: Frame) -> str:
    """Where the white quarter lies: ``top left`` and so on."""
    height, width = frame.shape[:2]
    light = {
        f"{up} {side}": float(frame[y : y + height // 4, x : x + width // 4].min())
        for up, y in (("top", height // 8), ("bottom", 5 * height // 8))
        for side, x in (("left", width // 8), ("right", 5 * width // 8))
    }
    return max(light, key=lambda place: light[place])


def write_film(path: Path, frames: int = 9, rate: float = 10.0) -> Path:
    """A film whose frames have one colour after the other, a third of them each."""
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, SIZE)
    for number in range(frames):
        film.write(np.ascontiguousarray(plain(COLOURS[number * len(COLOURS) // frames])[..., ::-1]))
    film.release()
    return path


@contextmanager
def network_camera(port: int = 0) -> Iterator[tuple[str, threading.Event]]:
    """A camera that streams motion JPEG over HTTP on 127.0.0.1: its address, and an event after which it sends no frame more."""
    stalled, stopped = threading.Event(), threading.Event()
    pictures = [encode_take(plain(colour), "a").data for colour in COLOURS]

    class Stream(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            number = 0
            while not stopped.wait(0.03):
                if stalled.is_set():
                    continue
                data = pictures[number % len(pictures)]
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n".encode()
                try:
                    self.wfile.write(head + data + b"\r\n")
                except OSError:
                    return
                number += 1

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Stream)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/stream.mjpg", stalled
    finally:
        stopped.set()
        server.shutdown()
        thread.join()
        server.server_close()
