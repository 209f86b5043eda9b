/* Bytes that are secret. They are overwritten before their memory is freed. */
#ifndef TOKEN_SECRET_H
#define TOKEN_SECRET_H

#include "../common/bytes.h"

void secret_free(bytes *it);
/* Replaces the bytes. Returns false, and changes nothing, if there is no memory. */
bool secret_replace(bytes *it, const char *text, size_t len);

#endif
