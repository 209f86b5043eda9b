/* Writes the request to the token endpoint, with client credentials (RFC 6749 §4.4.2) or with a refresh token (§6). */
#ifndef TOKEN_GRANT_H
#define TOKEN_GRANT_H

#include "settings.h"

typedef struct grant {
  bytes form;          /* the body */
  bytes authorization; /* the value of the field Authorization; empty: there is none */
} grant;

/* Writes a token request. `refresh_token` is empty for client credentials. Returns false if there is no memory. The
 * caller must free the grant in every case. */
bool grant_write(grant *it, const settings *settings, const bytes *refresh_token);
void grant_free(grant *it);

#endif
