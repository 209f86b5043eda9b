/* A user as a struct: one call by hand, one by an endpoint of typed.h, both answered by a rule. */
#ifndef MOYA_USERS_H
#define MOYA_USERS_H

#include "moya_bench.h"

#include <moya/typed.h>

MOYA_STRUCT(user, (i64, id), (str, login), (i64, followers));
MOYA_ENDPOINT(get_user, user, "GET", "/users/{name}", (path, str, name), (query, i64, page));

static inline moya_provider *users_provider(const char *url) {
  moya_stubs *stubs = NULL;
  moya_sample sample = MOYA_SAMPLE(.body = BODY, .body_len = sizeof BODY - 1);
  moya_stub_rule rule = MOYA_STUB_RULE(.answers = &sample, .answer_count = 1);
  moya_provider *provider = NULL;
  moya_error *error = NULL;
  bench_ok(moya_stubs_create(&stubs, &error), error);
  bench_ok(moya_stubs_add(stubs, &rule, NULL, &error), error);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.base_url = url, .stubs = stubs);
  bench_ok(moya_provider_create(&options, &provider, &error), error);
  moya_stubs_release(stubs);
  return provider;
}

/* Gives a user with its arena. */
typedef void (*user_getter)(moya_provider *provider, long page, user *it);

static inline void users_benchmark(user_getter get, bench run) {
  moya_provider *provider = users_provider(run.url);
  long warm_up = run.requests / 10 + 1;
  double started = 0;
  for (long i = 0; i < warm_up + run.requests; i++) {
    if (i == warm_up) started = bench_seconds();
    user it;
    get(provider, i % 1000, &it);
    bench_expect(it.id == 583231 && strcmp(it.login, "octocat") == 0 && it.followers == 17, "another user");
    user_free(&it);
  }
  bench_report(run.requests, bench_seconds() - started);
  moya_provider_destroy(provider);
}

#endif
