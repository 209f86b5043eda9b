/* Makes asynchronous calls whose results arrive in callbacks. IN_FLIGHT calls run at a time, and each callback sends
 * the next call. */
#ifndef MOYA_CALLBACKS_H
#define MOYA_CALLBACKS_H

#include "moya_bench.h"

#include <semaphore.h>
#include <stdatomic.h>

typedef struct sender {
  moya_provider *provider;
  moya_target target;
  atomic_long to_start;
  atomic_long to_finish;
  sem_t finished;
} sender;

static void sender_finished(void *user, moya_status status, const moya_response *response, const moya_error *error);

static void sender_start(sender *it) {
  moya_error *error;
  bench_ok(moya_provider_send(it->provider, &it->target, &MOYA_HANDLERS(.end = sender_finished, .user = it), NULL, NULL, &error), error);
}

static void sender_finished(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  sender *it = user;
  bench_ok(status, error);
  bench_check(response);
  if (atomic_fetch_sub(&it->to_start, 1) > 0) sender_start(it);
  if (atomic_fetch_sub(&it->to_finish, 1) == 1) sem_post(&it->finished);
}

static void sender_run(sender *it, long requests, long in_flight) {
  if (in_flight > requests) in_flight = requests;
  atomic_store(&it->to_start, requests - in_flight);
  atomic_store(&it->to_finish, requests);
  for (long i = 0; i < in_flight; i++) sender_start(it);
  while (sem_wait(&it->finished)) continue;
}

static inline void sender_benchmark(moya_provider *provider, moya_target target, bench run) {
  sender sender = {.provider = provider, .target = target};
  sem_init(&sender.finished, 0, 0);
  sender_run(&sender, run.requests / 10 + run.in_flight, run.in_flight);
  double started = bench_seconds();
  sender_run(&sender, run.requests, run.in_flight);
  bench_report(run.requests, bench_seconds() - started);
  moya_provider_destroy(provider);
}

#endif
