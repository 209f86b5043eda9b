#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(hidden)

// JSON into structs, and structs into trees, by the tables of moya/type.h. A type is a `const moya_type *`: Swift knows
// that struct from the module of the public headers, and must not meet it twice.
// Every function that may fail returns a moya_status and, if that is not 0, says why.

typedef struct {
  char message[512];  // one sentence, UTF-8
} moya_types_fault;

enum {
  MOYA_TYPES_BORROW = 1,  // texts point into the JSON where they can
};

// One text and what is wanted of it.
typedef struct {
  const uint8_t *text;
  size_t length;
  const char *key_path;  // "": the whole text
  const void *type;
  uint32_t flags;
} moya_types_source;

// What a decoded value needs beside its struct. NULL: nothing.
typedef struct moya_arena moya_types_arena;

// One value, into a struct of the type. After a failure the struct is all zero, and there is no arena.
int32_t moya_types_decode(
    const moya_types_source *source, void *value, moya_types_arena **arena, moya_types_fault *fault);
// The elements of an array.
int32_t moya_types_decode_list(
    const moya_types_source *source, void **items, size_t *count, moya_types_arena **arena, moya_types_fault *fault);

// Has the arena give back `owner` when it is released; makes an arena if there is none. False: no memory.
bool moya_types_keep(moya_types_arena **arena, void *owner, void (*give_back)(void *owner));
void moya_types_release(moya_types_arena *arena);

// Is the table sound?
int32_t moya_types_check(const void *type, moya_types_fault *fault);
// Frees what the type's `prepared` holds.
void moya_types_forget(const void *type);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
