"""Tests that the Python package agrees with the headers."""

import ctypes
import re
import struct
import unittest
from pathlib import Path

from moya import Status, _library, _structs
from moya._structs import COMPLETION_FORMAT

HEADERS = Path(__file__).parents[3] / "include" / "moya"
HEADER = "".join(path.read_text() for path in sorted(HEADERS.glob("*.h")))
CODE = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL)

STRUCTS = {
    "moya_str": _structs.Str,
    "moya_header": _structs.Header,
    "moya_parameter": _structs.Parameter,
    "moya_task": _structs.Task,
    "moya_sample": _structs.Sample,
    "moya_target": _structs.Target,
    "moya_provider_options": _structs.ProviderOptions,
    "moya_completion": _structs.Completion,
    "moya_log_handler": _structs.LogHandler,
    "moya_builtin": _structs.Builtin,
    "moya_plugin_use": _structs.PluginUse,
}


class LayoutTests(unittest.TestCase):
    def test_structs_have_the_librarys_sizes(self) -> None:
        for name, mirror in STRUCTS.items():
            with self.subTest(name):
                self.assertEqual(_library.constant(name), ctypes.sizeof(mirror))

    def test_structs_have_the_headers_fields_in_the_headers_order(self) -> None:
        for name, mirror in STRUCTS.items():
            with self.subTest(name):
                body = re.search(rf"typedef struct {name} \{{(.*?)\}}", CODE, re.DOTALL)
                assert body, "the headers have no such struct"
                declared = re.findall(r"(\w+)(?: MOYA_0)?;", body.group(1))
                self.assertEqual(declared, [field[0] for field in mirror._fields_])

    def test_tables_of_plugins_have_the_librarys_offsets(self) -> None:
        for name, _ in _structs.Plugin._fields_:
            with self.subTest(name):
                self.assertEqual(getattr(_structs.Plugin, name).offset, _library.constant(f"moya_plugin.{name}"))
        self.assertEqual(ctypes.sizeof(_structs.Plugin), _library.constant("moya_plugin"))
        for index, name in enumerate(_structs.HOST):
            with self.subTest(name):
                self.assertEqual(8 + 8 * index, _library.constant(f"moya_host.{name}"))

    def test_a_row_is_unpacked_with_the_layout_of_the_struct(self) -> None:
        self.assertEqual(struct.calcsize(COMPLETION_FORMAT), ctypes.sizeof(_structs.Completion))

    def test_every_status_of_the_header_has_its_number_and_no_other_exists(self) -> None:
        declared = {
            name: int(value) for name, value in re.findall(r"\bMOYA_(?:ERROR_)?(\w+) = (-\d+|0),?", CODE)
            if (value != "0" or name == "OK") and not name.startswith(("READ_", "RETRY_"))
        }
        self.assertGreater(len(declared), 40)
        self.assertEqual(declared, {status.name: int(status) for status in Status})

    def test_every_function_that_is_declared_here_is_in_the_header(self) -> None:
        source = Path(_library.__file__).read_text()
        used = set(re.findall(r'"(moya_\w+)"', source))
        declared = set(re.findall(r"\b(moya_\w+)\(", CODE))
        self.assertGreater(len(used), 25)
        self.assertLessEqual(used, declared)

    def test_an_unknown_number_is_an_unknown_status(self) -> None:
        self.assertIs(Status(-12345), Status.OTHER)
