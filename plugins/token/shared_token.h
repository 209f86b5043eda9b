/* Writes and reads the two values that the store has for a token. One has the access token. The other has the refresh
 * token, and lives longer. Both are JSON objects. */
#ifndef TOKEN_SHARED_TOKEN_H
#define TOKEN_SHARED_TOKEN_H

#include "../common/bytes.h"

#include <stdint.h>

typedef struct shared_token {
  bytes access_token, refresh_token; /* empty: there is none */
  char owner[64];                    /* the instance that received the access token */
  uint64_t fence;                    /* the fence number of that instance's lease */
  int64_t margin_ms;                 /* how long the token is valid after its value in the store has ended */
} shared_token;

/* Appends the JSON text. Returns false if there is no memory. */
bool shared_token_write(const shared_token *it, bytes *out);
/* Reads the JSON text that shared_token_write has written. Returns false for any other text, or if there is no memory.
 * The caller must free the token in every case. */
bool shared_token_read(shared_token *it, const bytes *from);
void shared_token_free(shared_token *it);

#endif
