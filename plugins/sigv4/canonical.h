/* Makes the canonical form of a request, a text that AWS and the client hash. A request can be spelled in several ways,
 * and each of them gives the same text. The rules are those of
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 * The functions return false if there is no memory. */
#ifndef MOYA_SIGV4_CANONICAL_H
#define MOYA_SIGV4_CANONICAL_H

#include "pairs.h"

/* Appends bytes with percent-encoding (RFC 3986 §2.1). Letters, digits and -._~ stay as they are. */
bool add_encoded(bytes *to, const char *text, size_t len);

/* Appends the path of a URL. For S3, every byte is decoded and encoded again, so that each byte has only one spelling.
 * For other services, segments that are empty or . or .. are removed. The path is then encoded without decoding it
 * first, so a % becomes %25. */
bool add_path(bytes *to, const char *path, size_t len, bool is_s3);

/* Adds the parameters of a query in their canonical spelling. A + is a space, as for servers of AWS. */
bool read_query(pairs *to, const char *query, size_t len);
/* Adds a parameter. */
bool add_parameter(pairs *to, const char *name, const char *value);
/* Sorts the parameters, and appends the query. */
bool add_query(bytes *to, pairs *parameters);

/* Adds a header field: its name in lower case, and its value without spaces at the ends and with one space between
 * words. */
bool read_field(pairs *to, const char *name, const char *value, size_t len);
/* Sorts the fields, and appends a line for each name. Values of one name have commas between them. */
bool add_fields(bytes *to, pairs *fields);
/* Appends the names of sorted fields, with semicolons between them. */
bool add_names(bytes *to, const pairs *fields);

#endif
