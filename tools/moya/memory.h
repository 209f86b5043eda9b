/* Memory that lives until the program's end: a tool that runs for one command frees nothing in between. */
#ifndef MOYA_TOOL_MEMORY_H
#define MOYA_TOOL_MEMORY_H

#include <stddef.h>

/* `size` bytes of zeroes; never NULL: without memory the program ends with a message. */
void *memory_get(size_t size);
/* The same block with another size: its bytes, and zeroes behind them. `block` may be NULL. */
void *memory_resize(void *block, size_t old_size, size_t size);
/* A copy that ends with a zero. */
char *memory_copy(const char *text, size_t length);
/* The texts behind one another; the last argument is NULL. */
char *memory_join(const char *first, ...);
/* The whole file, with a zero behind it; "-" is the standard input. NULL: it cannot be read, and `errno` says why. */
char *memory_file(const char *path, size_t *length);
/* Frees all of it. */
void memory_release(void);

#endif
