#pragma once
#include <zlib.h>

// inflateInit2 is a macro. 15 + 32: the largest window, gzip or zlib found by its header.
static inline int moya_zlib_inflate_init(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
