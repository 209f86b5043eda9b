#define _POSIX_C_SOURCE 200809L

#include "redis_reply.h"

#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { MOST_ELEMENTS = 16, MOST_DEPTH = 4 };

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static redisReply *fail(redisContext *it, int error, const char *reason) {
  it->err = error;
  snprintf(it->errstr, sizeof it->errstr, "%s", reason);
  return NULL;
}

void redis_reply_limit(redisContext *it) { it->reader->maxelements = MOST_ELEMENTS; }

/* hiredis limits only the time of each read, so a server that sends a few bytes from time to time could take for ever.
 * It could also send lists in lists, until freeing them exhausts the stack. So this function limits the whole time, the
 * size and the nesting of a reply. */
redisReply *redis_reply_read(redisContext *it) {
  int64_t end = now_ms() + REDIS_REPLY_MS;
  void *reply = NULL;
  size_t size = 0;
  for (int is_sent = 0; !is_sent;) {
    if (redisBufferWrite(it, &is_sent) != REDIS_OK) return NULL;
    if (!is_sent && now_ms() > end) return fail(it, REDIS_ERR_TIMEOUT, "the server takes no commands");
  }
  end = now_ms() + REDIS_REPLY_MS;
  while (redisGetReplyFromReader(it, &reply) == REDIS_OK && !reply) {
    if (size > REDIS_REPLY_BYTES || it->reader->ridx > MOST_DEPTH) return fail(it, REDIS_ERR_PROTOCOL, "a reply is too long");
    if (now_ms() > end) return fail(it, REDIS_ERR_TIMEOUT, "a reply takes too long");
    size_t before = it->reader->len;
    if (redisBufferRead(it) != REDIS_OK) return NULL;
    size += it->reader->len - before;
  }
  return reply;
}
