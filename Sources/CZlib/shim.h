#pragma once
#include <zlib.h>

// A function for Swift, because inflateInit2 is a macro. `window_bits` of 15 + 32 means the largest
// window, for gzip or zlib, whichever the header announces.
static inline int moya_zlib_inflate_init(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
