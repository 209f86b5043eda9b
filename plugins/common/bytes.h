/* A buffer of bytes that grows, for the texts and bodies that a module stores. */
#ifndef MOYA_COMMON_BYTES_H
#define MOYA_COMMON_BYTES_H

#include <stdbool.h>
#include <stddef.h>

/* A `bytes` of zeroes is empty. If `data` is not NULL, a NUL follows the bytes. */
typedef struct bytes {
  char *data;
  size_t len, room;
} bytes;

/* Makes room for this many further bytes and a NUL. Returns false if there is no memory. */
bool bytes_reserve(bytes *it, size_t more);

/* These functions append. They return false, and change nothing, if there is no memory. */
bool bytes_add(bytes *it, const void *data, size_t len);
bool bytes_add_text(bytes *it, const char *text);
/* Appends several texts. The last argument is NULL. */
bool bytes_add_texts(bytes *it, const char *text, ...);
/* Appends the base64 form (RFC 4648 §4). */
bool bytes_add_base64(bytes *it, const void *data, size_t len);
/* Appends the bytes that a base64 text encodes. Ignores line ends in the text. Returns false if there is no memory, or
 * if the text is not base64. */
bool bytes_add_decoded_base64(bytes *it, const char *text, size_t len);

/* Returns the bytes as a text that ends with NUL. It is "" if there are no bytes. */
const char *bytes_text(const bytes *it);
bool bytes_equal(const bytes *one, const bytes *other);
void bytes_free(bytes *it);

/* Returns whether the bytes are UTF-8 (RFC 3629). */
bool is_utf8(const void *data, size_t len);

#endif
