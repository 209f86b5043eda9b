#pragma once
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(hidden)

// malloc and its relatives for the libcurl inside, for bodies and for header sections: a thread keeps the small blocks that
// it frees (cache.h), and gets them again without glibc's lists and locks. Each function does what its namesake in the C library does, for blocks of
// this allocator alone. Any thread may free or resize any block; a block is aligned for every type (16 bytes).
void *moya_malloc(size_t size);
void *moya_calloc(size_t count, size_t size);
// Differs from glibc's where `size` is 0: that gives a block, and never frees one.
void *moya_realloc(void *memory, size_t size);
char *moya_strdup(const char *text);
void moya_free(void *memory);

// `MOYA_ALLOCATOR=malloc` is in the environment, for programs that look for errors of memory: in a block that is kept
// they would see none. It is read once. Or the program has a malloc of its own without a malloc_usable_size. Nothing is
// kept then, and libcurl need not come here.
bool moya_allocator_is_off(void);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
