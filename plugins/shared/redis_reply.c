#define _POSIX_C_SOURCE 200809L

#include "redis_reply.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <time.h>

enum { MOST_ELEMENTS = 16, MOST_DEPTH = 4 };

int64_t redis_now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool redis_wait(const redisContext *it, short what, int64_t end) {
  struct pollfd one = {it->fd, what, 0};
  for (int64_t left; (left = end - redis_now_ms()) > 0;) {
    int ready = poll(&one, 1, (int)left);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

static redisReply *fail(redisContext *it, int error, const char *reason) {
  it->err = error;
  snprintf(it->errstr, sizeof it->errstr, "%s", reason);
  return NULL;
}

void redis_reply_limit(redisContext *it) { it->reader->maxelements = MOST_ELEMENTS; }

/* The socket does not block, because hiredis would limit only the time of each read. A server that sends a few bytes
 * from time to time could then take for ever. A server could also send lists in lists, until freeing them exhausts the
 * stack. So this function limits the whole time, the size and the nesting of a reply. */
redisReply *redis_reply_read(redisContext *it) {
  int64_t end = redis_now_ms() + REDIS_REPLY_MS;
  void *reply = NULL;
  size_t size = 0;
  for (int is_sent = 0; !is_sent;) {
    if (redisBufferWrite(it, &is_sent) != REDIS_OK) return NULL;
    if (!is_sent && !redis_wait(it, POLLOUT, end)) return fail(it, REDIS_ERR_TIMEOUT, "the server takes no commands");
  }
  end = redis_now_ms() + REDIS_REPLY_MS;
  while (redisGetReplyFromReader(it, &reply) == REDIS_OK && !reply) {
    if (size > REDIS_REPLY_BYTES || it->reader->ridx > MOST_DEPTH) return fail(it, REDIS_ERR_PROTOCOL, "a reply is too long");
    size_t before = it->reader->len;
    if (redisBufferRead(it) != REDIS_OK) return NULL;
    size += it->reader->len - before;
    bool is_late = it->reader->len == before ? !redis_wait(it, POLLIN, end) : redis_now_ms() > end;
    if (is_late) return fail(it, REDIS_ERR_TIMEOUT, "a reply takes too long");
  }
  return reply;
}
