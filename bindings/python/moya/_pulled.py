"""Bodies whose pieces are made where the call waits: on the thread that waits for the response, or in its task."""

from collections import deque
from queue import Empty
from typing import Any, Deque, Optional

from . import _library as c
from ._content import Source
from ._errors import Timeout
from ._status import Status


class Pulled(Source):
    """The bytes of an iterator or of an asynchronous iterator. The library asks for a piece, and then waits for it. So
    the iterator may wait, may make calls of the same provider, and sees the context variables of its caller. What it
    raises, the stream raises.

    Only one side writes a field: the library's thread writes `_rest`, and the reader of the stream the others.
    """

    def __init__(
        self,
        pieces: Any,
        length: Optional[int] = None,
        *,
        write: Optional[float] = None,
        read: Optional[float] = None,
    ) -> None:
        """`write` and `read` limit, in seconds, how long the reader of the stream waits while the body is sent, and
        afterwards; None: no limit."""
        super().__init__(iter(()), length)
        self._iterator = pieces
        self._pieces_made: Deque[bytes] = deque()
        self._write, self._read = write, read
        self._made = 0
        #: What takes the questions of the library, and has the handle of the call.
        self.feed: Any = None
        self.is_asked = self.is_complete = False

    def read(self, room: int) -> Optional[bytes]:  # type: ignore[override]
        """Returns the next bytes, or None if the reader must make them first. [library thread]"""
        if not self._rest:
            if self._pieces_made:
                self._rest = self._pieces_made.popleft()
            elif self.is_complete:
                return b""
            else:
                self.feed.put(self)
                return None
        piece, self._rest = self._rest[:room], self._rest[room:]
        return piece

    @property
    def limit(self) -> Optional[float]:
        """How many seconds the reader waits for the next part."""
        return self._write if self.is_asked and not self.is_complete else self._read if self.is_complete else None

    def late(self) -> Timeout:
        """Makes the error for a wait that took too long."""
        what = "sent" if self.is_complete else "took"
        return Timeout(f"the server {what} nothing for {self.limit} s", Status.TIMEOUT_IDLE, target=self.feed.target)

    def pull(self) -> None:
        """Makes the next piece. Errors: those of the iterator."""
        self.is_asked = True
        self._give(next((piece for piece in self._iterator if len(piece)), None))

    async def pull_here(self) -> None:
        """Makes the next piece of an asynchronous iterator. Errors: those of the iterator."""
        self.is_asked = True
        if not hasattr(self._iterator, "__anext__"):
            return self.pull()
        async for piece in self._iterator:
            if len(piece):
                return self._give(piece)
        self._give(None)

    def _give(self, piece: Any) -> None:
        if piece is None:
            self.is_complete = True
        elif isinstance(piece, (bytes, bytearray, memoryview)):
            self._pieces_made.append(bytes(piece))
            self._made += len(piece)
            # The library does not ask again after `length` bytes.
            self.is_complete = 0 < self.length <= self._made
        else:
            raise TypeError(f"the body gives {type(piece).__name__}, not bytes")
        c.call_resume(self.feed.call)

    def take(self, parts: Any) -> Any:
        """Takes a part of a response from a queue, and makes pieces while the library asks for them."""
        while True:
            try:
                part = parts.get(timeout=self.limit)
            except Empty:
                raise self.late() from None
            if part is not self:
                return part
            self.pull()


def pulled_by(feed: Any) -> Optional[Pulled]:
    """Returns the body of the feed's target if the reader of the stream makes its pieces, otherwise None."""
    body = feed.target.body
    if not isinstance(body, Pulled):
        return None
    body.feed = feed
    return body
