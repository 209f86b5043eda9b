/* Memory that lives until the program ends. The tool runs one command and frees no memory before its end. */
#ifndef MOYA_TOOL_MEMORY_H
#define MOYA_TOOL_MEMORY_H

#include <stddef.h>

/* Returns `size` zero bytes, never NULL. If memory is short, the program ends with a message. */
void *memory_get(size_t size);
/* Changes the size of a block. The old bytes stay. If the block grows, the new bytes are zero. `block` may be NULL. */
void *memory_resize(void *block, size_t old_size, size_t size);
/* Returns a copy of the text, followed by a zero byte. */
char *memory_copy(const char *text, size_t length);
/* Joins the texts. The last argument is NULL. */
char *memory_join(const char *first, ...);
/* Returns the contents of a file, followed by a zero byte. The path "-" means the standard input. The
 * standard input and a pipe may be read several times, because their contents are stored. If the file cannot be read, returns NULL and sets `errno`. */
char *memory_file(const char *path, size_t *length);
/* Returns the number of bytes of all blocks. */
size_t memory_held(void);
/* Ends the program with the message that there is no memory. */
_Noreturn void memory_missing(void);
/* Frees all memory. */
void memory_release(void);

#endif
