"""Makes bodies. The list of a body has a text, and then the steps that encode or damage the text.

    content = ["libmoya ", { times = 1500 }, "gzip", { cut = 12 }]
"""

import gzip
import struct
import zlib
from collections.abc import Callable
from typing import Any


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(9, wbits=-15)
    return packer.compress(data) + packer.flush()


def brotli(data: bytes) -> bytes:
    """Returns a stream of uncompressed metablocks (RFC 7932 §9.2), because the standard library has no encoder."""
    bits, out = [0], b""  # WBITS 16
    for start in range(0, len(data), 1 << 16):
        block = data[start : start + (1 << 16)]
        length = len(block) - 1
        # ISLAST 0, MNIBBLES 4, MLEN - 1, ISUNCOMPRESSED 1
        bits += [0, 0, 0, *(length >> bit & 1 for bit in range(16)), 1]
        out += packed(bits) + block
        bits = []
    return out + packed(bits + [1, 1])  # ISLAST, ISLASTEMPTY


def packed(bits: list[int]) -> bytes:
    return bytes(sum(bit << index for index, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8))


def zstd(data: bytes) -> bytes:
    """Returns a frame of raw blocks (RFC 8878 §3.1.1)."""
    out = b"\x28\xb5\x2f\xfd" + b"\xa0" + struct.pack("<I", len(data))  # single segment, content size of 4 bytes
    blocks = [data[at : at + 100_000] for at in range(0, len(data), 100_000)] or [b""]
    for index, block in enumerate(blocks):
        out += struct.pack("<I", len(block) << 3 | (index == len(blocks) - 1))[:3] + block
    return out


def chunked(data: bytes, size: int = 1000) -> bytes:
    pieces = (data[at : at + size] for at in range(0, len(data), size))
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda data: gzip.compress(data, mtime=0),
    "deflate": zlib.compress,
    "raw-deflate": raw_deflate,
    "brotli": brotli,
    "zstd": zstd,
    "chunked": chunked,
}
STEPS: dict[str, Callable[[bytes, Any], bytes]] = {
    "times": lambda data, times: data * times,
    "cut": lambda data, count: data[:-count],
    "skip": lambda data, count: data[count:],
    "before": lambda data, text: text.encode("latin-1") + data,
    "after": lambda data, text: data + text.encode("latin-1"),
    "chunked": chunked,
    "zeroes": lambda data, count: data + bytes(count),
}


def flip(data: bytes, index: int) -> bytes:
    """Inverts all bits of a byte. A negative index counts from the end."""
    damaged = bytearray(data)
    damaged[index] ^= 0xFF
    return bytes(damaged)


STEPS["flip"] = flip


def make(recipe: list[Any]) -> bytes:
    data = b""
    for number, step in enumerate(recipe):
        if number == 0 and isinstance(step, str):
            data = step.encode("latin-1")
        elif isinstance(step, str):
            data = ENCODINGS[step](data)
        else:
            for name, argument in step.items():
                data = STEPS[name](data, argument)
    return data
