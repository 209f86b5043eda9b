"""The requests of forked children, which their parent receives."""

import fcntl
import os
import pickle
from io import BytesIO
from typing import Any, Iterator, List, Optional, Tuple

from .._headers import Headers
from .._status import StubbedBy
from .._stubs import StubRequest
from .._target import Target

Row = Tuple[StubRequest, Optional[Target]]


class Children:
    """What forked children have requested. A child adds rows to memory that it shares with the process that has made
    this object. That process reads them."""

    def __init__(self) -> None:
        self._process = os.getpid()
        self._file = os.memfd_create("moya", os.MFD_CLOEXEC)
        # The system appends each row as a whole, whichever process writes it.
        fcntl.fcntl(self._file, fcntl.F_SETFL, os.O_APPEND)

    def __del__(self, _close: Any = os.close) -> None:
        if "_file" in self.__dict__:
            _close(self._file)

    def add(self, request: StubRequest, answered: StubbedBy, target: Optional[Target]) -> None:
        """Adds a row, if this process is a child."""
        if os.getpid() == self._process:
            return
        fields = (*request[:4], request.headers.raw, request.rule, int(answered))
        try:
            row = pickle.dumps((fields, target))
        except Exception:  # a target with a stream
            row = pickle.dumps((fields, None))
        os.write(self._file, row)

    def rows(self) -> List[Row]:
        """Returns the rows. In a child there are none."""
        return list(self._rows()) if os.getpid() == self._process else []

    def forget(self) -> None:
        if os.getpid() == self._process:
            os.ftruncate(self._file, 0)

    def _rows(self) -> Iterator[Row]:
        data = BytesIO(os.pread(self._file, os.fstat(self._file).st_size, 0))
        while data.tell() < len(data.getbuffer()):
            fields, target = pickle.load(data)
            name, method, url, body, raw, rule, answered = fields
            yield StubRequest(name, method, url, body, Headers(raw), rule, StubbedBy(answered)), target
