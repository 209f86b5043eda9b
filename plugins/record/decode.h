/* Decodes bodies that have a content coding (RFC 9110 §8.4.1). */
#ifndef MOYA_RECORD_DECODE_H
#define MOYA_RECORD_DECODE_H

#include "entry.h"

/* Appends the decoded body. `codings` is the value of Content-Encoding, a list of codings in the order in which they were
 * applied. Knows gzip, deflate and identity. Returns false, and appends nothing, if a coding is unknown, or if the body
 * is damaged or incomplete. Does the same if the decoded body has more than `most` bytes, or if there is no memory. */
bool add_decoded(bytes *to, const char *codings, const bytes *body, size_t most);

/* Replaces a body with its decoded form. `fields` are the header fields of its message. Returns false, and changes
 * nothing, if the body is empty, has no Content-Encoding, or cannot be decoded. */
bool decode_body(const fields *fields, bytes *body, size_t most);

#endif
