"""Messages over a socket, each with its length before it, within limits of size and time."""

from __future__ import annotations

import socket
import struct
import time

from ensemblelab.grading.codec import MAX_MESSAGE, CodecError

__all__ = ["Channel", "Closed", "TimeUp"]


class Closed(Exception):
    """The other end is gone."""


class TimeUp(Exception):
    """No whole message came in time."""


class Channel:
    """Send and receive messages over a connected stream socket."""

    def __init__(self, sock: socket.socket) -> None:
        self.socket = sock

    def send(self, message: bytes, deadline: float | None = None) -> None:
        """Send one message; a reader that does not read costs no more than the deadline."""
        if len(message) > MAX_MESSAGE:
            raise CodecError(f"{len(message)} bytes are more than one message may hold")
        self._allow(deadline)
        try:
            self.socket.sendall(struct.pack("<Q", len(message)) + message)
        except TimeoutError:
            raise TimeUp from None
        except OSError:
            raise Closed from None

    def receive(self, deadline: float | None = None) -> bytes:
        """Wait for one message, until ``deadline`` on the clock of `time.monotonic`."""
        (length,) = struct.unpack("<Q", self._exactly(8, deadline))
        if length > MAX_MESSAGE:
            raise CodecError(f"{length} bytes are more than one message may hold")
        return self._exactly(length, deadline)

    def _exactly(self, length: int, deadline: float | None) -> bytes:
        data = bytearray()
        while len(data) < length:
            self._allow(deadline)
            try:
                part = self.socket.recv(min(length - len(data), 2**20))
            except TimeoutError:
                raise TimeUp from None
            except OSError:
                raise Closed from None
            if not part:
                raise Closed
            data += part
        return bytes(data)

    def _allow(self, deadline: float | None) -> None:
        if deadline is None:
            self.socket.settimeout(None)
            return
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeUp
        self.socket.settimeout(left)
