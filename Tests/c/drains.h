/* An event loop for the C tests. It polls the descriptor of a queue, and drains the queue (moya_queue_set_pump). */
#ifndef DRAINS_H
#define DRAINS_H

#include "calls.h"

#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>

/* The thread that runs the event loop, the number of requests that this thread has sent, and the number of requests
 * that other threads have sent. */
static _Atomic pthread_t consumer;
static _Atomic int by_consumer, by_others;

/* Replaces `send` of the C library. */
ssize_t noted_send(int descriptor, const void *data, size_t length, int flags) __asm__("send");
ssize_t noted_send(int descriptor, const void *data, size_t length, int flags) {
  if (pthread_equal(pthread_self(), consumer)) by_consumer++; else by_others++;
  return syscall(SYS_sendto, descriptor, data, length, flags, NULL, 0);
}

enum { FEW = 16 };

/* A provider, a queue and its descriptor, which the event loop polls. */
typedef struct desk {
  moya_provider *provider;
  moya_queue *queue;
  int fd;
} desk;

static inline void open_queue(desk *it) {
  EXPECT_STATUS(moya_queue_create(&it->queue, NULL), MOYA_OK);
  EXPECT_STATUS(moya_queue_set_pump(it->queue, FEW, NULL), MOYA_OK);
  it->fd = moya_queue_fd(it->queue);
  EXPECT(it->fd >= 0);
}
static inline desk open_desk(void) {
  desk it = {provider_of(MOYA_PUMP_DISPATCH), NULL, -1};
  open_queue(&it);
  consumer = pthread_self();
  by_consumer = by_others = 0;
  return it;
}
static inline void close_desk(desk *it) {
  moya_provider_destroy(it->provider);
  moya_queue_destroy(it->queue);
}

static inline moya_call *begin(desk *it, const char *path, const moya_retry *retry) {
  moya_target target = target_of(path);
  target.retry = retry;
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_enqueue(it->provider, &target, it->queue, 0, 0, NULL, &call, NULL), MOYA_OK);
  return call;
}
static inline void enqueue(desk *it, const char *path) { moya_call_release(begin(it, path, NULL)); }

static inline bool is_readable(int fd, int milliseconds) {
  struct pollfd ready = {fd, POLLIN, 0};
  return poll(&ready, 1, milliseconds) == 1;
}

/* Polls and drains until there is a row. Returns the number of rows, or a negative status. */
static inline int64_t turn(desk *it, moya_completion *rows, size_t most) {
  for (long end = clock_seconds() + 60; clock_seconds() < end;) {
    if (!is_readable(it->fd, 60000)) break;
    int64_t count = moya_queue_drain(it->queue, rows, sizeof *rows, most);
    if (count != 0) return count;
  }
  EXPECT(false, "no row came");
  return 0;
}
/* Waits for one row in the event loop. Returns the status of the row. */
static inline moya_status take(desk *it) {
  moya_completion row = {0};
  int64_t count = turn(it, &row, 1);
  EXPECT(count == 1, "%d", (int)count);
  moya_status status = row.status;
  if (count == 1) moya_completions_release(&row, sizeof row, 1);
  return status;
}
/* Makes one call after the other until `done` returns true. On a machine that is very busy, the library's thread often
 * runs a call before the event loop comes. Only a failing test makes calls for a minute. */
static inline void call_until(desk *it, bool (*done)(void)) {
  for (long end = clock_seconds() + 60; clock_seconds() < end && !done();) {
    enqueue(it, "/ok");
    EXPECT_STATUS(take(it), MOYA_OK);
  }
}
static inline bool consumer_sends(void) { return by_consumer >= 20; }

#endif
