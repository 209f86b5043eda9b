"""Streams responses with moya, or reads their header fields. Prints how many microseconds of CPU time a response takes,
in all threads and in the kernel.

    streams.py URL COUNT FORM

FORM is a key of FORMS.
"""

import resource
import sys
from collections.abc import Callable

import moya

URL, COUNT, FORM = sys.argv[1], int(sys.argv[2]), sys.argv[3]
FIELDS = [
    ("Server", "nginx/1.22.1"), ("Date", "Sun, 29 Nov 2026 09:00:00 GMT"), ("Content-Type", "application/json"),
    ("Content-Length", "2"), ("Connection", "keep-alive"), ("ETag", '"5f1b2c3d-400"'),
    ("Cache-Control", "private, max-age=60"), ("Vary", "Accept-Encoding"), ("X-Request-Id", "0123456789abcdef"),
]


def stream(count: int, provider: moya.Provider) -> None:
    target = moya.Target(URL)
    for _ in range(count):
        with provider.stream(target) as response:
            assert response.status_code == 200 and response.read().startswith(b"{")


def call(count: int, provider: moya.Provider) -> None:
    """Makes calls whose responses are not streamed, for comparison."""
    target = moya.Target(URL)
    for _ in range(count):
        response = provider.call(target)
        assert response.status_code == 200 and response.content.startswith(b"{")


def fields(count: int, provider: moya.Provider) -> None:
    """Reads the nine fields of stubbed responses, and drops each response after that. The stubbed calls are not
    counted."""
    target = moya.Target(URL, stub=True, sample=moya.Sample(body=b"{}", headers=FIELDS))
    answers = [provider.call(target) for _ in range(count)]
    global started
    started = cpu()
    while answers:
        assert len(answers.pop().headers) == len(FIELDS)


FORMS: "dict[str, Callable[[int, moya.Provider], None]]" = {"stream": stream, "call": call, "fields": fields}


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


with moya.Provider() as provider:
    FORMS[FORM](COUNT // 10, provider)
    started = cpu()
    FORMS[FORM](COUNT, provider)
    print((cpu() - started) / COUNT * 1e6)
