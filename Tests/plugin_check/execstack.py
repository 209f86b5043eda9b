"""Copies a module and makes its stack executable: execstack.py FROM TO"""

import struct
import sys

GNU_STACK = 0x6474E551

module = bytearray(open(sys.argv[1], "rb").read())
headers, count = struct.unpack_from("<Q", module, 32)[0], struct.unpack_from("<H", module, 56)[0]
for start in range(headers, headers + 56 * count, 56):
    if struct.unpack_from("<I", module, start)[0] == GNU_STACK:
        struct.pack_into("<I", module, start + 4, 7)
open(sys.argv[2], "wb").write(module)
