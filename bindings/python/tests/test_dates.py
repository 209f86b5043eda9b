"""Tests dates of RFC 3339. The library reads each date in a definition and in a response, and Python reads it too. All
three must agree."""

import ctypes
import unittest
from ctypes import byref
from datetime import datetime, timedelta, timezone
from typing import Any, Optional

import moya
from definitions import definition, parameter, sample
from moya._endpoint import ArenaHandle, decode
from moya._library import ErrorHandle
from moya._types import moment

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

#: Texts, and the microseconds since 1970 for which each stands; None: the text is not a date.
ROWS: "dict[str, Optional[int]]" = {
    "1970-01-01T00:00:00Z": 0,
    "2018-04-30T00:00:00Z": 1525046400000000,
    "2018-04-30 00:00:00Z": 1525046400000000,
    "2018-04-30t00:00:00z": 1525046400000000,
    "2018-04-30T02:00:00+02:00": 1525046400000000,
    "2018-04-29 22:00:00-02:00": 1525046400000000,
    "2026-02-03T04:05:06.5Z": 1770091506500000,
    "2026-02-03T04:05:06.123456789Z": 1770091506123456,
    "2016-12-31T23:59:60Z": 1483228800000000,
    "2000-02-29T00:00:00Z": 951782400000000,
    "1969-12-31T23:59:59.999999-00:00": -1,
    "2018-04-30": None,
    "2018-04-30T00:00Z": None,
    "2018-04-30T00:00:00 Z": None,
    "2018-04-30  00:00:00Z": None,
    "2018-04-30\t00:00:00Z": None,
    "2018-04-30_00:00:00Z": None,
    "2018-04-30T00:00:00.Z": None,
    "2018-04-30T00:00:00,5Z": None,
    "2018-04-30T24:00:00Z": None,
    "2018-04-30T00:60:00Z": None,
    "2018-04-30T00:00:61Z": None,
    "2018-04-31T00:00:00Z": None,
    "2019-02-29T00:00:00Z": None,
    "2018-00-30T00:00:00Z": None,
    "2018-04-30T00:00:00+24:00": None,
    "2018-04-30T00:00:00+0200": None,
    "2018-04-30T00:00:00+02": None,
    "18-04-30T00:00:00Z": None,
    "2018-4-30T00:00:00Z": None,
    " 2018-04-30T00:00:00Z": None,
    "2018-04-30T00:00:00Z ": None,
    "2018-04-30T00:00:00Z\n": None,
    "\u0662018-04-30T00:00:00Z": None,
    "": None,
}


def micros(date: datetime) -> int:
    return (date - _EPOCH) // timedelta(microseconds=1)


class DateTests(unittest.TestCase):
    def test_every_reader_of_dates_reads_a_row_alike(self) -> None:
        for text, wanted in ROWS.items():
            with self.subTest(text):
                for reader in (
                    self.in_python, self.of_an_answer, self.in_the_library, self.as_a_default, self.as_an_argument,
                ):
                    self.assertEqual(reader(text), wanted, reader.__name__)

    def in_python(self, text: str) -> Optional[int]:
        try:
            return micros(moment(text))
        except ValueError:
            return None

    def of_an_answer(self, text: str) -> Optional[int]:
        with moya.open(definition(e=sample(text, result="date")), stub=True) as api:
            try:
                return micros(api.e())
            except moya.KeyPathError:
                return None

    def in_the_library(self, text: str) -> Optional[int]:
        """Returns what the library writes for C when it decodes the text: microseconds, or None after an error."""
        with moya.open(definition(e=sample(text, result="date")), stub=True) as api:
            result = api._function("e").sender._result
            room, arena, error = ctypes.c_int64(), ArenaHandle(), ErrorHandle()
            handle = api.e.response()._handle
            status = decode(handle, b"", result._type, byref(room), 0, byref(arena), byref(error))
            return None if status else room.value

    def as_a_default(self, text: str) -> Any:
        """Uses the text as the default of a parameter. The library only checks whether a default is a date."""
        endpoint = {"path": "/", "parameters": [parameter("at", "query", "date", default=text)]}
        try:
            moya.open(definition(e=endpoint), stub=True).close()
        except moya.DefinitionError:
            return None
        return ROWS[text]

    def as_an_argument(self, text: str) -> Any:
        endpoint = sample(1, parameters=[parameter("at", "query", "date")])
        with moya.open(definition(e=endpoint), stub=True) as api:
            try:
                api.e(text)
            except moya.ArgumentError:
                return None
        return ROWS[text]


if __name__ == "__main__":
    unittest.main()
