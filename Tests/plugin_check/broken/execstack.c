/* fails: opens */
/* make: python3 -B -c 'import sys, struct; b = bytearray(open(sys.argv[1], "rb").read()); p, n = struct.unpack_from("<Q", b, 32)[0], struct.unpack_from("<H", b, 56)[0]; [struct.pack_into("<I", b, p + 56 * i + 4, 7) for i in range(n) if struct.unpack_from("<I", b, p + 56 * i)[0] == 0x6474e551]; open(sys.argv[2], "wb").write(b)' "$1" "$2" */
/* The module wants an executable stack. */
#include "../module.h"

static const moya_plugin plugin = {MODULE_HEAD("execstack", "Does nothing."), .create = keep_host};

MOYA_MODULE(&plugin)
