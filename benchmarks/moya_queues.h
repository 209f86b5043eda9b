/* Makes asynchronous calls with a completion queue. The thread that sends the calls also takes their results (rows)
 * from the queue. */
#ifndef MOYA_QUEUES_H
#define MOYA_QUEUES_H

#include "moya_bench.h"

#include <poll.h>

enum { ROWS = 64 };

/* Takes at least one row and at most ROWS rows. */
typedef int64_t queue_take(moya_queue *queue, moya_completion *rows);

static inline int64_t queue_take_waiting(moya_queue *queue, moya_completion *rows) {
  return moya_queue_wait(queue, rows, sizeof rows[0], ROWS, -1);
}

/* Polls the descriptor and then drains the queue, as an event loop does. */
static inline int64_t queue_take_polling(moya_queue *queue, moya_completion *rows) {
  struct pollfd readable = {.fd = moya_queue_fd(queue), .events = POLLIN};
  int64_t taken = 0;
  while (taken == 0 && poll(&readable, 1, -1) == 1) taken = moya_queue_drain(queue, rows, sizeof rows[0], ROWS);
  return taken;
}

static void queue_start(moya_provider *provider, const moya_target *target, moya_queue *queue) {
  moya_error *error;
  bench_ok(moya_provider_enqueue(provider, target, queue, 0, 0, NULL, NULL, &error), error);
}

/* Runs `in_flight` calls at a time, until `requests` calls have ended. */
static void queue_run(moya_provider *provider, const moya_target *target, moya_queue *queue, queue_take *take,
                      long requests, long in_flight) {
  moya_completion rows[ROWS];
  long to_start = requests, to_finish = requests;
  for (; to_start > 0 && requests - to_start < in_flight; to_start--) queue_start(provider, target, queue);
  while (to_finish > 0) {
    int64_t taken = take(queue, rows);
    bench_expect(taken > 0, "no row");
    for (int64_t i = 0; i < taken; i++) {
      bench_ok(rows[i].status, rows[i].error);
      bench_check(rows[i].response);
      if (to_start > 0) {
        to_start--;
        queue_start(provider, target, queue);
      }
    }
    moya_completions_release(rows, sizeof rows[0], (size_t)taken);
    to_finish -= taken;
  }
}

static inline moya_queue *bench_queue(void) {
  moya_queue *queue;
  moya_error *error = NULL;
  bench_ok(moya_queue_create(&queue, &error), error);
  return queue;
}

static inline void queue_benchmark(queue_take *take, bench run) {
  moya_provider *provider = bench_provider();
  moya_queue *queue = bench_queue();
  moya_target target = bench_target(run.url);

  queue_run(provider, &target, queue, take, run.requests / 10 + run.in_flight, run.in_flight);
  double started = bench_seconds();
  queue_run(provider, &target, queue, take, run.requests, run.in_flight);
  bench_report(run.requests, bench_seconds() - started);
  moya_provider_destroy(provider);
  moya_queue_destroy(queue);
}

#endif
