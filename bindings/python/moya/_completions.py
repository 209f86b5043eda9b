"""Where calls end: the library's queues."""

from ctypes import byref

from . import _library as c
from ._errors import take_error
from ._handle import ErrorHandle, QueueHandle, rows

#: Room for the one call that a blocking caller waits for, and for a batch.
OneRow, Batch = rows(1), rows(256)


def make_queue() -> QueueHandle:
    """Errors: SystemFailure."""
    queue, error = QueueHandle(), ErrorHandle()
    status = c.queue_create(byref(queue), byref(error))
    if status:
        raise take_error(status, error)
    return queue
