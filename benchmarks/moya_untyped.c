/* What moya_typed.c does, by hand: a target, a call, the table of the struct. */
#include "moya_users.h"

static void get_untyped(moya_provider *provider, long page, user *it) {
  char number[24];
  snprintf(number, sizeof number, "%ld", page);
  moya_target target = MOYA_TARGET(.name = "get_user", .path = "/users/{name}", .method = "GET",
                                   .task = &MOYA_TASK(MOYA_PARAMETERS({"page", number})),
                                   .validation = MOYA_VALIDATION_SUCCESS, MOYA_PATH_VALUES({"name", "octocat"}));
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_arena *arena = NULL;
  bench_ok(moya_provider_call(provider, &target, &response, &error), error);
  bench_ok(moya_response_decode(response, NULL, user_type, it, 0, &arena, &error), error);
  moya_response_release(response);
  it->arena = arena;
}

int main(int count, char **arguments) {
  users_benchmark(get_untyped, bench_arguments(count, arguments));
  return 0;
}
