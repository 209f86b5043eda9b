#include "decode.h"
#include "../common/slice.h"

#include <limits.h>
#include <stdint.h>
#include <zlib.h>

/* Values of the parameter windowBits of zlib. */
enum {
  GZIP_OR_ZLIB = MAX_WBITS + 32,
  DEFLATE_ALONE = -MAX_WBITS /* some servers send this form as "deflate" */
};

static bool add_inflated(bytes *to, const bytes *body, size_t most, int form) {
  char piece[16384];
  z_stream stream = {0};
  int status = Z_OK;
  if (body->len > UINT_MAX || inflateInit2(&stream, form) != Z_OK) return false;
  stream.next_in = (Bytef *)(uintptr_t)bytes_text(body); /* zlib does not write to it */
  stream.avail_in = (uInt)body->len;
  while (status == Z_OK) {
    stream.next_out = (Bytef *)piece;
    stream.avail_out = sizeof piece;
    status = inflate(&stream, Z_NO_FLUSH);
    size_t len = sizeof piece - stream.avail_out;
    if (len > most - to->len || !bytes_add(to, piece, len)) status = Z_MEM_ERROR;
  }
  bool is_whole = status == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  return is_whole;
}

bool add_decoded(bytes *to, const char *coding, const bytes *body, size_t most) {
  static const int forms[] = {GZIP_OR_ZLIB, DEFLATE_ALONE};
  if (!is_same_name(coding, "gzip") && !is_same_name(coding, "x-gzip") && !is_same_name(coding, "deflate")) return false;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    bytes found = {0};
    bool is_good = add_inflated(&found, body, most, forms[i]) && bytes_add(to, found.data, found.len);
    bytes_free(&found);
    if (is_good) return true;
  }
  return false;
}
