/* Writes URLs and forms in one spelling, so that texts with the same meaning are equal. */
#ifndef MOYA_RECORD_SPELLING_H
#define MOYA_RECORD_SPELLING_H

#include "../common/bytes.h"

/* Appends a URL whose path and query have one spelling. Percent-encodes each byte that is neither unreserved (RFC 3986
 * §2.3) nor a separator. In a query, a `+` is a space. Returns false if there is no memory. */
bool add_spelled_url(bytes *to, const bytes *url);
/* Appends a form with the same spelling: the query of a URL, or a body of the type
 * application/x-www-form-urlencoded. */
bool add_spelled_form(bytes *to, const char *text, size_t len);

/* Appends a text with percent-encoding, except the characters that RFC 3986 §2.3 calls unreserved. */
bool add_encoded(bytes *to, const char *text, size_t len);

#endif
