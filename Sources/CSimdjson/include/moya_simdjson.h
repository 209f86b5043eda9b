#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Documents of JSON (document.hpp) for Swift, and checks of texts that are sent. simdjson finds where tokens are; the
// grammar is checked here, over the whole document, so that a damaged answer is never half believed.
// A document keeps its memory between texts. While one thread scans, no other may use it.
typedef struct json_document json_document;

enum {
  JSON_OK = 0,
  JSON_MALFORMED = 2,  // no JSON (RFC 8259), or not UTF-8
  JSON_TOO_DEEP = 3,   // more than `max_depth` levels
  JSON_NO_MEMORY = 4,  // or longer than 4 GiB
};

// Where a value stands in the text given to json_document_scan: from its first byte to its last.
typedef struct {
  size_t offset;
  size_t length;
} json_span;

// NULL: no memory.
json_document *json_document_create(void);
void json_document_destroy(json_document *document);

// Bytes of the largest text that the document has memory for.
size_t json_document_capacity(const json_document *document);

// Frees what belongs to the text of the last scan, which is not used any more.
void json_document_forget(json_document *document);

// Checks a text, whose bytes stay the caller's.
int32_t json_document_scan(json_document *document, const uint8_t *bytes, size_t length, size_t max_depth);

// After a successful scan of the same bytes, wherever they are by now: what is at a key path (path.hpp). False: nothing.
bool json_document_find(
    json_document *document, const uint8_t *bytes, const char *key_path, size_t length, json_span *found);

// Checks a text in one pass, without memory: for one of which no value is looked up. `place`: the first byte that
// cannot be.
int32_t json_check(const uint8_t *bytes, size_t length, size_t max_depth, size_t *place);

// Is it UTF-8 (RFC 3629)?
bool utf8_check(const uint8_t *bytes, size_t length);

#ifdef __cplusplus
}
#endif
