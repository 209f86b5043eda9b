"""Tests that ctypes can read the structs that the library decodes by a definition (moya_api_type)."""

import ctypes
import unittest
from ctypes import byref, c_char_p, c_size_t, c_void_p
from typing import Any, Dict, Tuple

import moya
from moya import _library as library
from moya._endpoint import ArenaHandle, decode
from moya._library import ErrorHandle
from moya._status import Kind
from moya._structs import Str, Type, TypeField

DEFINITION = {
    "moya": 1,
    "name": "test",
    "base_url": "http://api.invalid",
    "types": {
        "point": {"fields": {"x": "f32", "y": "f64"}},
        "all": {
            "fields": {
                "small": "i8",
                "id": "i64",
                "wide": "u64",
                "port": "u16",
                "on": "boolean",
                "name": "str",
                "made": "date",
                "about": "str?",
                "count": "u32?",
                "at": "point",
                "next": "point?",
                "tags": "[str]",
                "points": "[point]",
                "key": "bytes",
                "any": "raw",
                "state": "state",
            }
        },
        "state": {"names": ["open", "closed"]},
    },
    "endpoints": {
        "all": {
            "path": "/",
            "result": "all",
            "stub": "immediate",
            "sample": {
                "body": {
                    "small": -128,
                    "id": -(1 << 63),
                    "wide": (1 << 64) - 1,
                    "port": 65535,
                    "on": True,
                    "name": "w\u00fc",
                    "made": "1970-01-01T00:00:01Z",
                    "count": None,
                    "at": {"x": 0.5, "y": 2},
                    "next": {"x": 1, "y": 1.5},
                    "tags": ["a", "b"],
                    "points": [{"x": 0.5, "y": 1}, {"x": 1, "y": 2}],
                    "key": "AAE=",
                    "any": {"a": [1]},
                    "state": "closed",
                }
            },
        }
    },
}

_api_type = library.declared("moya_api_type", c_void_p, c_void_p, c_char_p)
_NUMBERS: Dict[int, Any] = {
    Kind.I8: ctypes.c_int8,
    Kind.I16: ctypes.c_int16,
    Kind.I32: ctypes.c_int32,
    Kind.I64: ctypes.c_int64,
    Kind.U8: ctypes.c_uint8,
    Kind.U16: ctypes.c_uint16,
    Kind.U32: ctypes.c_uint32,
    Kind.U64: ctypes.c_uint64,
    Kind.F32: ctypes.c_float,
    Kind.F64: ctypes.c_double,
    Kind.BOOLEAN: ctypes.c_bool,
    Kind.STR: c_char_p,
    Kind.DATE: ctypes.c_int64,
    Kind.BYTES: Str,
    Kind.RAW: Str,
    Kind.ENUM: ctypes.c_int32,
}
HAS, POINTER, ARRAY = 2, 4, 8  # MOYA_FIELD_…


def structure(address: int) -> Any:
    """Makes the ctypes struct that the moya_type at an address describes. The members have the same order. ctypes
    computes where each member is."""
    table = Type.from_address(address)
    members = []
    for index in range(table.field_count):
        field = TypeField.from_address(table.fields + index * ctypes.sizeof(TypeField))
        name = field.name.decode()
        kind = structure(field.type) if field.kind == Kind.STRUCT else _NUMBERS[field.kind]
        if field.flags & ARRAY:
            members += [(name, ctypes.POINTER(kind)), (f"{name}_count", c_size_t)]
        else:
            members.append((name, ctypes.POINTER(kind) if field.flags & POINTER else kind))
        if field.flags & HAS:
            members.append((f"has_{name}", ctypes.c_bool))
    return type(table.name.decode(), (ctypes.Structure,), {"_fields_": members})


def offsets(address: int) -> "Dict[str, Tuple[int, int]]":
    table = Type.from_address(address)
    fields = (TypeField.from_address(table.fields + index * ctypes.sizeof(TypeField)) for index in range(table.field_count))
    return {field.name.decode(): (field.offset, field.member_size) for field in fields}


class StructTests(unittest.TestCase):
    def setUp(self) -> None:
        self.api = moya.open(DEFINITION)
        self.addCleanup(self.api.close)

    def test_a_table_is_laid_out_as_ctypes_places_it(self) -> None:
        for name in ("point", "all"):
            address = _api_type(self.api._handle, name.encode())
            kind = structure(address)
            self.assertEqual(ctypes.sizeof(kind), Type.from_address(address).struct_size)
            placed = {name: (getattr(kind, name).offset, getattr(kind, name).size) for name in offsets(address)}
            self.assertEqual(placed, offsets(address))
        self.assertIsNone(_api_type(self.api._handle, b"state"))
        self.assertIsNone(_api_type(self.api._handle, b"none"))

    def test_what_the_library_decoded_is_read_by_ctypes(self) -> None:
        address = _api_type(self.api._handle, b"all")
        it, arena, error = structure(address)(), ArenaHandle(), ErrorHandle()
        response = self.api.all.response()
        self.assertEqual(decode(response._handle, b"", address, byref(it), 0, byref(arena), byref(error)), 0)
        self.assertEqual((it.small, it.id, it.wide, it.port, it.on), (-128, -(1 << 63), (1 << 64) - 1, 65535, True))
        self.assertEqual((it.name.decode(), it.made, it.about), ("w\u00fc", 1_000_000, None))
        self.assertEqual((it.has_count, it.count, it.state), (False, 0, 1))
        self.assertEqual((it.at.x, it.at.y, it.next[0].x, it.next[0].y), (0.5, 2, 1, 1.5))
        self.assertEqual([it.tags[index] for index in range(it.tags_count)], [b"a", b"b"])
        self.assertEqual(
            [(it.points[index].x, it.points[index].y) for index in range(it.points_count)], [(0.5, 1), (1, 2)]
        )
        texts = [ctypes.string_at(text.data, text.len) for text in (it.key, it.any)]
        self.assertEqual(texts, [b"\0\1", b'{"a":[1]}'])


if __name__ == "__main__":
    unittest.main()
