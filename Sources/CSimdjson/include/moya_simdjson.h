#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// JSON documents (document.hpp) for Swift, and checks of texts that are sent. simdjson finds the tokens. This code
// checks the grammar of the whole document, so that no part of a damaged response is used.
// A document reuses its memory for the next text. While one thread scans, no other thread may use the document.
typedef struct json_document json_document;

enum {
  JSON_OK = 0,
  JSON_MALFORMED = 2,  // the text is not JSON (RFC 8259), or not UTF-8
  JSON_TOO_DEEP = 3,   // the text has more than `max_depth` levels
  JSON_NO_MEMORY = 4,  // there is no memory, or the text is longer than 4 GiB
};

// Where a value is in the text that was passed to json_document_scan, from its first byte to its
// last byte.
typedef struct {
  size_t offset;
  size_t length;
} json_span;

// Makes a document. Returns NULL if there is no memory.
json_document *json_document_create(void);
void json_document_destroy(json_document *document);

// Returns the size in bytes of the largest text for which the document has memory.
size_t json_document_capacity(const json_document *document);

// Frees the copies of strings that were made of the last text (document.hpp). They must no longer be used.
void json_document_forget(json_document *document);

// Checks a text. The bytes still belong to the caller.
int32_t json_document_scan(json_document *document, const uint8_t *bytes, size_t length, size_t max_depth);

// Finds the value at a key path (path.hpp). Call this after a successful scan of the same bytes, which can be at
// another address now. Returns false if there is no value.
bool json_document_find(
    json_document *document, const uint8_t *bytes, const char *key_path, size_t length, json_span *found);

// Checks a text in one pass without allocating memory. Use it if no value must be found in the text. If the text is not
// valid, `place` becomes the offset of its first invalid byte.
int32_t json_check(const uint8_t *bytes, size_t length, size_t max_depth, size_t *place);

// Returns true if the text is UTF-8 (RFC 3629).
bool utf8_check(const uint8_t *bytes, size_t length);

#ifdef __cplusplus
}
#endif
