"""Messages over a socket, each with its length before it, within limits of size and time."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable

from nbjudge.processes.codec import MAX_MESSAGE, CodecError

__all__ = ["Channel", "Closed", "TimeUp"]

Over = Callable[[], str | None] | None
"""Says what is used up, if anything is, and so ends a wait; None waits without end."""
ASKED_EVERY = 0.1


class Closed(Exception):
    """The other end is gone."""


class TimeUp(Exception):
    """No whole message came in time; its argument is what the caller's ``over`` said."""


class Channel:
    """Send and receive messages over a connected stream socket."""

    def __init__(self, sock: socket.socket) -> None:
        self.socket = sock

    def send(self, message: bytes, over: Over = None) -> None:
        """Send one message; a reader that does not read costs no more than ``over`` allows."""
        if len(message) > MAX_MESSAGE:
            raise CodecError(f"{len(message)} bytes are more than one message may hold")
        rest = memoryview(struct.pack("<Q", len(message)) + message)
        while rest:
            self._allow(over)
            try:
                rest = rest[self.socket.send(rest) :]
            except TimeoutError:
                continue
            except OSError:
                raise Closed from None

    def receive(self, over: Over = None) -> bytes:
        """Wait for one message."""
        (length,) = struct.unpack("<Q", self._exactly(8, over))
        if length > MAX_MESSAGE:
            raise CodecError(f"{length} bytes are more than one message may hold")
        return self._exactly(length, over)

    def _exactly(self, length: int, over: Over) -> bytes:
        data = bytearray()
        while len(data) < length:
            self._allow(over)
            try:
                part = self.socket.recv(min(length - len(data), 2**20))
            except TimeoutError:
                continue
            except OSError:
                raise Closed from None
            if not part:
                raise Closed
            data += part
        return bytes(data)

    def _allow(self, over: Over) -> None:
        if over is not None and (what := over()):
            raise TimeUp(what)
        self.socket.settimeout(None if over is None else ASKED_EVERY)
