/* A connection to a Redis server, for one thread. The functions block, but at most for REDIS_LINK_MS each time that they
 * connect or wait for a reply. Finding the address of a host may take longer. */
#ifndef SHARED_REDIS_LINK_H
#define SHARED_REDIS_LINK_H

#include "redis_address.h"
#include "redis_reply.h"

enum { REDIS_LINK_MS = REDIS_REPLY_MS };

typedef struct redis_link {
  redisContext *context;
  void *tls;      /* SSL_CTX */
  char script[41]; /* the SHA-1 of the script (redis_script.h), by which the server finds it */
} redis_link;

/* Connects, and loads the script. Returns false and writes a reason if this fails. The reason has no secret. */
bool redis_link_open(redis_link *, const redis_address *, char *reason, size_t reason_size);
/* Loads the script again. Call this after the server has forgotten it (SCRIPT FLUSH). */
bool redis_link_load(redis_link *, char *reason, size_t reason_size);
void redis_link_close(redis_link *);

/* Writes the first word of an error that the server sent. The other words may repeat a part of the request. */
void redis_link_word(const char *error, char *out, size_t size);

#endif
