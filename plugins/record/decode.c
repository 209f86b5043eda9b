#include "decode.h"
#include "../common/slice.h"

#include <limits.h>
#include <stdint.h>
#include <zlib.h>

enum {
  /* Values of the parameter windowBits of zlib. */
  GZIP_OR_ZLIB = MAX_WBITS + 32,
  DEFLATE_ALONE = -MAX_WBITS, /* some servers send this form as "deflate" */

  PIECE = 16384,
  MOST_CODINGS = 5
};

/* Appends a piece, unless there would then be more than `most` bytes. */
static bool add_piece(bytes *to, const char *piece, size_t len, size_t most) {
  return len <= most - to->len && bytes_add(to, piece, len);
}

static bool add_inflated(bytes *to, const bytes *body, size_t most, int form) {
  char piece[PIECE];
  z_stream stream = {0};
  int status = Z_OK;
  if (body->len > UINT_MAX || inflateInit2(&stream, form) != Z_OK) return false;
  stream.next_in = (Bytef *)(uintptr_t)bytes_text(body); /* zlib does not write to it */
  stream.avail_in = (uInt)body->len;
  while (status == Z_OK) {
    stream.next_out = (Bytef *)piece;
    stream.avail_out = sizeof piece;
    status = inflate(&stream, Z_NO_FLUSH);
    if (!add_piece(to, piece, sizeof piece - stream.avail_out, most)) status = Z_MEM_ERROR;
  }
  bool is_whole = status == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  return is_whole;
}

static bool unzip(bytes *to, const bytes *body, size_t most) {
  if (add_inflated(to, body, most, GZIP_OR_ZLIB)) return true;
  bytes_free(to);
  return add_inflated(to, body, most, DEFLATE_ALONE);
}

static bool copy(bytes *to, const bytes *body, size_t most) { return add_piece(to, bytes_text(body), body->len, most); }

static const struct {
  const char *name;
  bool (*add)(bytes *to, const bytes *body, size_t most);
} known[] = {{"gzip", unzip}, {"x-gzip", unzip}, {"deflate", unzip}, {"identity", copy}};

/* Removes one coding. Returns false, and leaves `to` empty, if this is not possible. */
static bool add_without(bytes *to, slice coding, const bytes *body, size_t most) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (!is_same_word(coding, slice_of(known[i].name))) continue;
    if (known[i].add(to, body, most)) return true;
    bytes_free(to);
  }
  return false;
}

bool add_decoded(bytes *to, const char *codings, const bytes *body, size_t most) {
  slice rest = slice_of(codings), list[MOST_CODINGS], coding;
  size_t count = 0;
  while (next_element(&rest, &coding)) {
    if (count == MOST_CODINGS) return false;
    list[count++] = coding;
  }
  bytes found = {0};
  bool is_good = count > 0 && body->len <= most;
  for (size_t i = count; is_good && i > 0; i--) { /* the last coding was applied last */
    bytes made = {0};
    is_good = add_without(&made, list[i - 1], i == count ? body : &found, most);
    bytes_free(&found);
    found = made;
  }
  is_good = is_good && bytes_add(to, found.data, found.len);
  bytes_free(&found);
  return is_good;
}

bool decode_body(const fields *fields, bytes *body, size_t most) {
  bytes codings = {0}, found = {0};
  bool is_coded = fields_join(fields, "Content-Encoding", &codings) == 1;
  bool is_good = is_coded && body->len > 0 && add_decoded(&found, bytes_text(&codings), body, most);
  if (is_good) {
    bytes_free(body);
    *body = found;
  }
  bytes_free(&codings);
  return is_good;
}
