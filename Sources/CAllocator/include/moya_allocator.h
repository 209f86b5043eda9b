#pragma once
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(hidden)

// malloc and related functions for the bundled libcurl, for bodies and for header sections. A
// thread stores the small blocks that it frees (cache.h) and reuses them without glibc's lists and
// locks. Each function works like the C function of that name, but only on blocks of this
// allocator. Any thread may free or resize any block. A block is aligned for every type (16 bytes).
void *moya_malloc(size_t size);
void *moya_calloc(size_t count, size_t size);
// If `size` is 0, returns a block. glibc's realloc would free `memory` instead.
void *moya_realloc(void *memory, size_t size);
char *moya_strdup(const char *text);
void moya_free(void *memory);

// Returns true if the allocator is off. Then it stores no freed blocks, and libcurl need not use
// it. There are two reasons:
// - The environment has `MOYA_ALLOCATOR=malloc`, which is read once. It is for memory checkers,
//   which would not see errors in a stored block.
// - The program has its own malloc without its own malloc_usable_size.
bool moya_allocator_is_off(void);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
