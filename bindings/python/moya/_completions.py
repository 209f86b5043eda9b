"""The library's queues, into which calls end as rows."""

from ctypes import byref

from . import _library as c
from ._handle import ErrorHandle, QueueHandle, rows
from ._response import take_error

#: Arrays of rows: what an event loop takes at once.
Batch = rows(256)


def make_queue() -> QueueHandle:
    """A new queue. Errors: SystemFailure."""
    queue, error = QueueHandle(), ErrorHandle()
    status = c.queue_create(byref(queue), byref(error))
    if status:
        raise take_error(status, error)
    return queue
