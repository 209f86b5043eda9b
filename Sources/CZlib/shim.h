#pragma once
#include <zlib.h>

// Calls inflateInit2, a macro that Swift cannot import. `window_bits` of 15 + 32 means the largest
// window, for gzip or zlib, whichever the header announces.
static inline int moya_zlib_inflate_init(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
