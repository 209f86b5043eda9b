#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(hidden)

// Decodes JSON into structs, and encodes structs as trees, with the tables of moya/type.h. A type is a `const moya_type
// *`, but it is declared here as `const void *`. Swift already imports the struct `moya_type` from the public headers,
// and must not see the struct twice. Every function that can fail returns a moya_status. If the status is not 0,
// `fault` says why.

typedef struct {
  char message[512];  // one sentence, UTF-8
} moya_types_fault;

enum {
  MOYA_TYPES_BORROW = 1,  // texts point into the JSON if they can
};

// A text, and how to decode it.
typedef struct {
  const uint8_t *text;
  size_t length;
  const char *key_path;  // "" means the whole text
  const void *type;
  uint32_t flags;
} moya_types_source;

// The memory that a decoded value needs in addition to its struct. NULL if it needs no such memory.
typedef struct moya_arena moya_types_arena;

// Decodes one value into a struct of the type. After a failure, the struct is all zero and there is no arena.
int32_t moya_types_decode(
    const moya_types_source *source, void *value, moya_types_arena **arena, moya_types_fault *fault);
// Decodes the elements of an array.
int32_t moya_types_decode_list(
    const moya_types_source *source, void **items, size_t *count, moya_types_arena **arena, moya_types_fault *fault);

// Makes the arena call `give_back` with `owner` when the arena is released. If there is no arena, creates one. Returns
// false if there is no memory.
bool moya_types_keep(moya_types_arena **arena, void *owner, void (*give_back)(void *owner));
void moya_types_release(moya_types_arena *arena);

// The function that a feed calls with each value. It returns a moya_flow.
typedef int32_t (*moya_types_item)(void *user, const void *value);
// A feed decodes values while their text arrives: the elements of an array, or values one after another.
typedef struct moya_types_feed moya_types_feed;
moya_types_feed *moya_types_feed_create(
    const void *type, bool is_array, size_t most_bytes, moya_types_item item, void *user, int32_t *status,
    moya_types_fault *fault);
void moya_types_feed_destroy(moya_types_feed *feed);
int32_t moya_types_feed_add(
    moya_types_feed *feed, const void *bytes, size_t length, int32_t *flow, moya_types_fault *fault);
int32_t moya_types_feed_finish(moya_types_feed *feed, moya_types_fault *fault);

enum {
  MOYA_TYPES_NULL,
  MOYA_TYPES_BOOL,
  MOYA_TYPES_INT64,
  MOYA_TYPES_UINT64,
  MOYA_TYPES_DOUBLE,
  MOYA_TYPES_TEXT,
  MOYA_TYPES_JSON,
};

// A value for a tree: null, a boolean, a number, a text or JSON text. `is` says which of the members below contains the
// value.
typedef struct {
  int32_t is;
  bool boolean;
  int64_t int64;
  uint64_t uint64;
  double number;
  const char *text;
  size_t length;
} moya_types_scalar;

// The functions that build a tree. If `parent` is NULL, the value is the root. If `key` is NULL, the value is the next
// element of an array.
typedef struct {
  void *user;
  void *(*open)(void *user, void *parent, const char *key, bool is_array);  // returns NULL if it failed
  int32_t (*put)(void *user, void *parent, const char *key, const moya_types_scalar *value);  // 0: it succeeded
} moya_types_sink;

// Encodes a struct, or `count` structs as an array. The functions of the sink build the tree. If one of them fails,
// this function still returns MOYA_OK, because the sink stores its own error. Exception: if `put` fails for a secret
// value, returns the status of `put`.
int32_t moya_types_encode(
    const void *type, const void *value, bool writes_nulls, const moya_types_sink *sink, moya_types_fault *fault);
int32_t moya_types_encode_list(
    const void *type, const void *items, size_t count, bool writes_nulls, const moya_types_sink *sink,
    moya_types_fault *fault);

// Checks the table of a type (moya_type). Returns a status.
int32_t moya_types_check(const void *type, moya_types_fault *fault);
// Frees what the library has prepared for the type (the member `prepared` of moya_type).
void moya_types_forget(const void *type);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
