/* Contains what tests of bound functions share: a definition, and a server that returns what it received. */
#ifndef BOUND_FUNCTIONS_H
#define BOUND_FUNCTIONS_H

#include "definitions.h"

static moya_provider *provider;

#define QUERY(name, type) "{'name': '" name "', 'in': 'query', 'type': '" type "'}"

static inline moya_api *echo_api(const char *endpoints) {
  char text[8192];
  snprintf(text, sizeof text,
           "{'moya': 1, 'name': 'test', 'base_url': '%s/echo', 'types': {'state': {'names': ['open', 'closed']},"
           "'user': {'fields': {'login': 'str', 'followers': 'i64', 'small': 'i8?', 'score': 'f64', 'ratio': 'f32', 'admin': 'boolean',"
           "'bio': 'str?', 'tags': '[str]', 'state': 'state', 'friend': 'user?', 'pair': 'pair', 'key': 'bytes', 'number': 'u16'}},"
           "'pair': {'fields': {'a': 'i32', 'b': 'str'}}}, 'endpoints': {%s}}",
           faults.url, endpoints);
  return api_of(provider, text, NULL);
}

/* A type of the definition. */
typedef struct pair {
  int32_t a;
  const char *b;
} pair;

typedef moya_status plain_fn(const char *, int64_t, moya_response **, moya_error **);
typedef moya_status plain_fn_send(const char *, int64_t, moya_callback_fn, void *, moya_call **, moya_error **);
typedef moya_status plain_fn_enqueue(const char *, int64_t, moya_queue *, uint64_t, moya_call **, moya_error **);
#define PLAIN_SIGNATURE "(str name, i64 page)"
#define PLAIN                                                                                    \
  "'plain': {'path': '/{name}', 'parameters': [{'name': 'name', 'in': 'path', 'type': 'str'},"    \
  "{'name': 'page', 'in': 'query', 'type': 'i64?', 'default': 1}]}"

static inline void expect_target(moya_response *response, const char *wanted) {
  moya_str target = {"", 0};
  if (response) EXPECT_STATUS(moya_response_json_string(response, "target", &target, NULL), MOYA_OK);
  EXPECT(str_is(target, wanted), "%s instead of %s", target.data, wanted);
  moya_response_release(response);
}

#endif
