/* Four ways to make the same call (`user_forms`). A stub rule responds, and the response is decoded into a struct. */
#ifndef MOYA_USERS_H
#define MOYA_USERS_H

#include "moya_bench.h"

#include <moya/api.h>
#include <moya/typed.h>

MOYA_STRUCT(user, (i64, id), (str, login), (i64, followers));
MOYA_ENDPOINT(get_user, user, "GET", "/users/{name}", (path, str, name), (query, i64, page));
typedef moya_status get_user_fn(const char *, int64_t, moya_response **, moya_error **);
#define GET_USER_SIGNATURE "(str name, i64 page)"

#define USERS_DEFINITION                                                                                     \
  "{\"moya\": 1, \"name\": \"users\", \"endpoints\": {\"get_user\": {\"path\": \"/users/{name}\","           \
  " \"validation\": \"success\", \"parameters\": [{\"name\": \"name\", \"in\": \"path\", \"type\": \"str\"}," \
  " {\"name\": \"page\", \"in\": \"query\", \"type\": \"i64\"}]}}}"

enum { PAGES = 1000 };

typedef struct users {
  moya_provider *provider;
  moya_api *api;
  get_user_fn *bound;
  char pages[PAGES][4];
} users;

static inline void users_open(users *it, const char *url) {
  for (int page = 0; page < PAGES; page++) snprintf(it->pages[page], sizeof it->pages[page], "%d", page);
  moya_stubs *stubs = NULL;
  moya_sample sample = MOYA_SAMPLE(.body = BODY, .body_len = sizeof BODY - 1);
  moya_stub_rule rule = MOYA_STUB_RULE(.answers = &sample, .answer_count = 1);
  moya_error *error = NULL;
  bench_ok(moya_stubs_create(&stubs, &error), error);
  bench_ok(moya_stubs_add(stubs, &rule, NULL, &error), error);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.base_url = url, .stubs = stubs);
  bench_ok(moya_provider_create(&options, &it->provider, &error), error);
  moya_stubs_release(stubs);
  bench_ok(moya_api_parse(it->provider, USERS_DEFINITION, sizeof USERS_DEFINITION - 1, &it->api, &error), error);
  it->bound = (get_user_fn *)moya_api_bind(it->api, "get_user", MOYA_BIND_CALL, GET_USER_SIGNATURE, &error);
  bench_expect(it->bound != NULL, "no bound function");
}

static inline void users_close(users *it) {
  moya_api_release(it->api);
  moya_provider_destroy(it->provider);
}

/* Decodes the response of a call into a struct, and releases the response. */
static inline void users_decode(moya_status status, moya_response *response, moya_error *error, user *it) {
  moya_arena *arena = NULL;
  bench_ok(status, error);
  bench_ok(moya_response_decode(response, NULL, user_type, it, 0, &arena, &error), error);
  moya_response_release(response);
  it->arena = arena;
}

/* Gets a user in one of the four ways. The caller must release the user's arena. */
typedef void (*user_getter)(const users *from, long page, user *it);

/* Gets the user with a target that is written by hand. The texts of the target exist already. */
static inline void user_of_target(const users *from, long page, user *it) {
  moya_target target = MOYA_TARGET(.name = "get_user", .path = "/users/{name}", .method = "GET",
                                   .task = &MOYA_TASK(MOYA_PARAMETERS({"page", from->pages[page]})),
                                   .validation = MOYA_VALIDATION_SUCCESS, MOYA_PATH_VALUES({"name", "octocat"}));
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(from->provider, &target, NULL, &response, &error);
  users_decode(status, response, error, it);
}

/* Gets the user with an endpoint of typed.h. */
static inline void user_of_endpoint(const users *from, long page, user *it) {
  moya_error *error = NULL;
  bench_ok(get_user(from->provider, "octocat", page, it, NULL, &error), error);
}

/* Gets the user with an endpoint of a definition. The arguments are in an array. */
static inline void user_of_definition(const users *from, long page, user *it) {
  const moya_argument arguments[] = {MOYA_ARG_STR("name", "octocat"), MOYA_ARG_I64("page", page)};
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_api_call(from->api, "get_user", arguments, 2, NULL, &response, &error);
  users_decode(status, response, error, it);
}

/* Gets the user with the same endpoint as a bound function. */
static inline void user_of_function(const users *from, long page, user *it) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = from->bound("octocat", page, &response, &error);
  users_decode(status, response, error, it);
}

typedef struct user_form {
  const char *name;
  user_getter get;
} user_form;
static const user_form user_forms[] = {{"target", user_of_target},
                                       {"endpoint", user_of_endpoint},
                                       {"definition", user_of_definition},
                                       {"function", user_of_function}};
enum { USER_FORMS = sizeof user_forms / sizeof *user_forms };

/* Returns how many seconds `count` calls take. */
static inline double users_calls(const users *from, user_getter get, long count) {
  double began = bench_seconds();
  for (long i = 0; i < count; i++) {
    user it;
    get(from, i % PAGES, &it);
    bench_expect(it.id == 583231 && strcmp(it.login, "octocat") == 0 && it.followers == 17, "another user");
    user_release(&it);
  }
  return bench_seconds() - began;
}

#endif
