/* Reads a reply of a Redis server. The server may be a hostile one, so a reply has limits. */
#ifndef SHARED_REDIS_REPLY_H
#define SHARED_REDIS_REPLY_H

#include <hiredis.h>
#include <stdbool.h>
#include <stdint.h>

enum {
  REDIS_REPLY_MS = 500,     /* the longest time for sending what waits, and for receiving one reply */
  REDIS_REPLY_BYTES = 65536 /* the longest reply. A value of the store has at most a quarter of it */
};

/* Sets those limits of a new connection that hiredis itself checks. redis_reply_read checks the others. */
void redis_reply_limit(redisContext *);
/* Returns a time in milliseconds that never jumps. */
int64_t redis_now_ms(void);
/* Waits until the socket can be read (POLLIN) or written (POLLOUT), at most until `end`. Returns false if it cannot. */
bool redis_wait(const redisContext *, short what, int64_t end);
/* Sends the commands that wait, and returns the next reply. Returns NULL if the connection has failed, or if the reply
 * exceeds a limit. `err` and `errstr` of the context then say why. The caller must free the reply with
 * freeReplyObject. */
redisReply *redis_reply_read(redisContext *);

#endif
