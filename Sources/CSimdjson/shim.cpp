#include "moya_simdjson.h"

#include <new>

#include "check.hpp"
#include "path.hpp"

using moya::byte;

struct json_document : moya::document {};

extern "C" {

json_document *json_document_create(void) { return new (std::nothrow) json_document; }

void json_document_destroy(json_document *document) { delete document; }

size_t json_document_capacity(const json_document *document) { return document->capacity(); }

void json_document_forget(json_document *document) { document->forget(); }

int32_t json_document_scan(json_document *document, const uint8_t *bytes, size_t length, size_t max_depth) {
  return document->scan(bytes, length, max_depth);
}

bool json_document_find(
    json_document *document, const uint8_t *bytes, const char *key_path, size_t length, json_span *found) {
  document->move(bytes);
  uint32_t token = 0;
  if (!moya::follow(*document, token, moya::path::of_keys(key_path, length))) return false;
  const byte *first = document->begin(token);
  found->offset = static_cast<size_t>(first - document->bytes()) + document->skipped();
  found->length = static_cast<size_t>(document->value_end(token) - first);
  return true;
}

int32_t json_check(const uint8_t *bytes, size_t length, size_t max_depth, size_t *place) {
  switch (moya::checker::check(bytes, length, max_depth, *place)) {
    case moya::checker::sound: return JSON_OK;
    case moya::checker::too_deep: return JSON_TOO_DEEP;
    default: return JSON_MALFORMED;
  }
}

bool utf8_check(const uint8_t *bytes, size_t length) {
  const byte *p = bytes, *end = bytes + length;
  while (p < end) {
    uint64_t word;
    if (end - p >= 8 && (std::memcpy(&word, p, 8), (word & 0x8080808080808080) == 0)) {
      p += 8;
    } else if (*p < 0x80) {
      ++p;
    } else if (const size_t count = moya::utf8_length(p, end)) {
      p += count;
    } else {
      return false;
    }
  }
  return true;
}

}  // extern "C"
