/* Reads the field WWW-Authenticate of a response that refuses a token (RFC 6750 §3). */
#ifndef TOKEN_CHALLENGE_H
#define TOKEN_CHALLENGE_H

#include <stdbool.h>
#include <stddef.h>

/* Returns whether a new token can help. This is so if the field WWW-Authenticate names the error "invalid_token", or no
 * error. `value` has the values of all such fields, joined by commas. `value` is NULL if the response has none. */
bool challenge_wants_new_token(const char *value, size_t len);

#endif
