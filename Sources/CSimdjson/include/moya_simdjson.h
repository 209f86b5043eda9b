#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Ours alone: the C library exports what begins with moya_, but not this.
#pragma GCC visibility push(hidden)

// Finds values in JSON without making objects of it. simdjson finds where tokens are; the grammar is checked here,
// over the whole document, so that a damaged answer is never half believed.
// One scanner serves one thread at a time. It keeps its memory between documents.
typedef struct moya_json_scanner moya_json_scanner;

enum {
  MOYA_JSON_OK = 0,
  MOYA_JSON_MISSING = 1,    // sound JSON, nothing at this path
  MOYA_JSON_MALFORMED = 2,  // no JSON (RFC 8259), or not UTF-8
  MOYA_JSON_TOO_DEEP = 3,   // more than `max_depth` levels
  MOYA_JSON_NO_MEMORY = 4,  // or longer than 4 GiB
};

typedef struct {
  const char *text;  // UTF-8; not NUL-terminated
  size_t length;
} moya_json_step;

// Where a value stands in the document given to moya_json_scan: from its first byte to its last.
typedef struct {
  size_t offset;
  size_t length;
} moya_json_span;

// NULL: no memory.
moya_json_scanner *moya_json_scanner_create(void);
void moya_json_scanner_destroy(moya_json_scanner *scanner);

// Bytes of the largest document that the scanner has memory for.
size_t moya_json_scanner_capacity(const moya_json_scanner *scanner);

// Checks a document, whose bytes stay the caller's. The scanner's spans refer to it until the next scan.
int32_t moya_json_scan(moya_json_scanner *scanner, const uint8_t *bytes, size_t length, size_t max_depth);

// After a successful scan of the same bytes, wherever they are by now. In an object a step is a key (the first of equal
// ones), in an array an index in decimal digits. No steps: the whole document.
int32_t moya_json_find(
    moya_json_scanner *scanner, const uint8_t *bytes, const moya_json_step *steps, size_t count,
    moya_json_span *found);

// Checks a document in one pass, without memory: for one of which no value is looked up. `place`: the first byte that
// cannot be.
int32_t moya_json_check(const uint8_t *bytes, size_t length, size_t max_depth, size_t *place);

// Is it UTF-8 (RFC 3629)?
bool moya_utf8_check(const uint8_t *bytes, size_t length);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
