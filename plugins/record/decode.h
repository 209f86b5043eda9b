/* Decodes the body of a response that the library has not decoded. */
#ifndef MOYA_RECORD_DECODE_H
#define MOYA_RECORD_DECODE_H

#include "../common/bytes.h"

/* Appends the decoded body. `coding` is the value of Content-Encoding. Returns false, and appends nothing, in four cases:
 * the coding is neither gzip nor deflate, the body is damaged or incomplete, it has more than `most` decoded bytes, or
 * there is no memory. */
bool add_decoded(bytes *to, const char *coding, const bytes *body, size_t most);

#endif
