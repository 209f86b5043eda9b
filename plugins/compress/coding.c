#include "coding.h"

#include <brotli/encode.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

enum {
  GZIP_WINDOW = 15 + 16, /* 32 KiB, and the header and trailer of gzip */
  GZIP_MEMORY = 8
};

static size_t gzip(const void *data, size_t len, int level, void *out, size_t room) {
  z_stream stream = {0};
  if (len > UINT_MAX || deflateInit2(&stream, level, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) {
    return 0;
  }
  stream.next_in = (Bytef *)(uintptr_t)data; /* zlib does not write to it */
  stream.avail_in = (uInt)len;
  stream.next_out = out;
  stream.avail_out = (uInt)(room < UINT_MAX ? room : UINT_MAX);
  bool is_whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  size_t size = stream.total_out;
  deflateEnd(&stream);
  return is_whole ? size : 0;
}

static size_t brotli(const void *data, size_t len, int level, void *out, size_t room) {
  size_t size = room;
  return BrotliEncoderCompress(level, BROTLI_DEFAULT_WINDOW, BROTLI_DEFAULT_MODE, len, data, &size, out) ? size : 0;
}

static size_t zstd(const void *data, size_t len, int level, void *out, size_t room) {
  size_t size = ZSTD_compress(out, room, data, len, level);
  return ZSTD_isError(size) ? 0 : size;
}

/* Up to level 19, zstd needs a window of at most 8 MiB, as RFC 9659 §3 requires. */
static const coding codings[] = {
    {"gzip", {1, 6, 9}, gzip},
    {"br", {1, 4, 11}, brotli},
    {"zstd", {1, 3, 19}, zstd},
};

const coding *coding_of(const char *name) {
  for (size_t i = 0; i < sizeof codings / sizeof *codings; i++) {
    if (strcmp(codings[i].name, name) == 0) return &codings[i];
  }
  return NULL;
}
