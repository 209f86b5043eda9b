/* Writes application/x-www-form-urlencoded, the format of the body of a token request (RFC 6749, appendix B). */
#ifndef TOKEN_FORM_H
#define TOKEN_FORM_H

#include "../common/bytes.h"

/* Appends a text. Encodes all bytes except letters, digits and "-._*". Returns false if there is no memory. */
bool form_add_encoded(bytes *it, const char *text, size_t len);
/* Appends "NAME=VALUE". If `it` is not empty, appends "&" first. Returns false if there is no memory. */
bool form_add(bytes *it, const char *name, const char *value, size_t len);

#endif
