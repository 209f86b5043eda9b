/* Replaces secrets in XML and in ordinary text. */
#ifndef MOYA_RECORD_SCRUB_TEXT_H
#define MOYA_RECORD_SCRUB_TEXT_H

#include "scrub.h"

/* A secret of at least this many bytes is replaced everywhere. A shorter value may also be an ordinary word of a body, so
 * it is replaced only next to its name. */
enum { SHORTEST_SECRET = 8 };

/* Appends the mark that replaces a secret. If `found` is not NULL, adds the secret to it, unless it is short. Returns
 * false if there is no memory. */
bool scrub_mark(bytes *out, const char *value, size_t len, secrets *found);

/* These functions append the text to `out` without its secrets, as the functions of scrub.h do. */

/* Copies XML, or a text with XML in it, without the texts of elements that have secret names, and without the values of
 * attributes that have secret names. */
bool scrub_elements(const scrub_rules *it, const bytes *text, bytes *out, secrets *found);

/* Copies a text without the credentials after the words "Bearer" and "Basic". */
bool scrub_credentials(const bytes *text, bytes *out, secrets *found);

#endif
