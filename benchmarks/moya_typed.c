/* Blocking calls of an endpoint of typed.h, answered by a rule. */
#include "moya_users.h"

static void get_typed(moya_provider *provider, long page, user *it) {
  moya_error *error = NULL;
  bench_ok(get_user(provider, "octocat", page, it, &error), error);
}

int main(int count, char **arguments) {
  users_benchmark(get_typed, bench_arguments(count, arguments));
  return 0;
}
