"""Reads what an ELF file needs: its machine, its libraries, and the newest version of glibc that its symbols name.

The tag of the wheel depends on these needs. They are read from tables in the file (System V gABI, "Dynamic Section";
LSB, "Symbol Versioning").
"""

import struct
from typing import Dict, Iterator, List, NamedTuple, Tuple

_MACHINES = {62: "x86_64", 183: "aarch64"}
_LOAD, _DYNAMIC = 1, 2
_NEEDED, _STRINGS, _VERSIONS, _VERSIONS_COUNT = 1, 5, 0x6FFFFFFE, 0x6FFFFFFF
# Some names of versions stand for a property of the loader instead of a number. The value is the first glibc that has
# the property.
_ABI = {"GLIBC_ABI_DT_RELR": (2, 36)}


class Needs(NamedTuple):
    machine: str
    libraries: Tuple[str, ...]
    glibc: Tuple[int, int]


def needs(content: bytes) -> Needs:
    """Returns the needs of a file. Raises ValueError unless the file is a dynamic ELF file for one of _MACHINES."""
    try:
        return _needs(content)
    except (struct.error, IndexError) as problem:
        raise ValueError(f"the ELF file is damaged: {problem}") from None


def _needs(content: bytes) -> Needs:
    if content[:6] != b"\x7fELF\x02\x01":
        raise ValueError("not an ELF file of a 64-bit little-endian machine")
    machine = _MACHINES.get(struct.unpack_from("<H", content, 18)[0])
    if not machine:
        raise ValueError("an ELF file of a machine without a name here")
    (first,) = struct.unpack_from("<Q", content, 32)
    size, count = struct.unpack_from("<HH", content, 54)
    # The fields of a segment: type, flags, offset, address, physical address, size in the file.
    segments = [struct.unpack_from("<IIQQQQ", content, first + index * size) for index in range(count)]

    def offset(address: int) -> int:
        for kind, _, start, begin, _, length in segments:
            if kind == _LOAD and begin <= address < begin + length:
                return int(start + address - begin)
        raise ValueError("an address of the ELF file is in no segment")

    entries: Dict[int, List[int]] = {}
    for kind, _, start, _, _, length in segments:
        if kind == _DYNAMIC:
            for tag, value in struct.iter_unpack("<qQ", content[start : start + length - length % 16]):
                entries.setdefault(tag, []).append(value)
    if _STRINGS not in entries:
        raise ValueError("the ELF file is not dynamic")
    strings = offset(entries[_STRINGS][0])

    def text(index: int) -> str:
        return content[strings + index : content.index(b"\0", strings + index)].decode()

    glibc = (0, 0)
    if _VERSIONS in entries:
        place, number = offset(entries[_VERSIONS][0]), entries[_VERSIONS_COUNT][0]
        glibc = max((_version(text(name)) for name in _names(content, place, number)), default=glibc)
    return Needs(machine, tuple(text(name) for name in entries.get(_NEEDED, [])), glibc)


def _names(content: bytes, place: int, count: int) -> Iterator[int]:
    """For each version that the file needs, yields the offset of its name in the string table."""
    for _ in range(count):
        _, inner_count, _, inner, following = struct.unpack_from("<HHIII", content, place)
        at = place + inner
        for _ in range(inner_count):
            _, _, _, name, step = struct.unpack_from("<IHHII", content, at)
            yield name
            at += step
        place += following


def _version(name: str) -> Tuple[int, int]:
    if name in _ABI:
        return _ABI[name]
    kind, _, number = name.partition("_")
    parts = number.split(".")
    if kind != "GLIBC":
        return (0, 0)  # this version belongs to another library than glibc
    if len(parts) < 2 or not all(part.isdigit() for part in parts):
        raise ValueError(f"{name} is no version of glibc that programs may use")
    return (int(parts[0]), int(parts[1]))
