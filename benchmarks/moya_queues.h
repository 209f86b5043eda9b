/* Asynchronous calls collected from a completion queue by the thread that sends them. */
#ifndef MOYA_QUEUES_H
#define MOYA_QUEUES_H

#include "moya_bench.h"

enum { ROWS = 64 };

static void queue_start(moya_provider *provider, const moya_target *target, moya_queue *queue) {
  moya_error *error;
  bench_ok(moya_provider_enqueue(provider, target, queue, 0, NULL, &error), error);
}

/* `in_flight` calls at a time, until `requests` are done. */
static void queue_run(moya_provider *provider, const moya_target *target, moya_queue *queue, long requests,
                      long in_flight) {
  moya_completion rows[ROWS];
  long to_start = requests, to_finish = requests;
  for (; to_start > 0 && requests - to_start < in_flight; to_start--) queue_start(provider, target, queue);
  while (to_finish > 0) {
    int64_t taken = moya_queue_wait(queue, rows, sizeof rows[0], ROWS, -1);
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

#endif
