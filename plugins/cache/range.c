#include "range.h"

#include <string.h>

/* Reads "5-9", "5-" or "-5" for a body of `len` bytes. */
static bool read_range(slice text, size_t len, part *out) {
  const char *sign = memchr(text.at, '-', text.len);
  if (!sign || len == 0) return false;
  slice first = {text.at, (size_t)(sign - text.at)}, last = {sign + 1, text.len - first.len - 1};
  int64_t from = seconds_of(first), to = seconds_of(last); /* numbers, at most MOST_SECONDS */
  if ((first.len > 0 && from < 0) || (last.len > 0 && to < 0) || (first.len == 0 && to <= 0)) return false;
  if (from >= MOST_SECONDS || len >= MOST_SECONDS) return false;
  size_t count = len, begin = first.len > 0 ? (size_t)from : len - ((size_t)to < len ? (size_t)to : len);
  if (begin >= len || (first.len > 0 && last.len > 0 && to < from)) return false;
  if (first.len > 0 && last.len > 0 && (size_t)to < len) count = (size_t)to + 1;
  *out = (part){begin, count - begin};
  return true;
}

bool part_of(const stored *it, slice range, part *out) {
  slice unit = {range.at, 6};
  if (it->status != 200 || has_field(it->head, SLICE("Content-Encoding"))) return false;
  if (range.len < unit.len || !is_same_word(unit, SLICE("bytes="))) return false;
  slice ranges = {range.at + unit.len, range.len - unit.len};
  return !memchr(ranges.at, ',', ranges.len) && read_range(trimmed(ranges), it->body->len, out);
}
