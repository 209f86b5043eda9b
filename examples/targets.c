/* In Moya, an API is an enumeration. In C, it is a tagged union, and a function makes the moya_target of each case.
 * The compiler warns if the function lacks a case. */
#include <moya/moya.h>
#include <stdio.h>

typedef struct github {
  enum { GITHUB_ZEN, GITHUB_USER, GITHUB_REPOS } kind;
  union {
    struct { const char *name; } user;
    struct { const char *name; unsigned page; } repos;
  } of;
} github;

/* A target and the structs that it points to. */
typedef struct github_request {
  moya_target target;
  moya_task task;
  moya_parameter name, page;
  char number[12];
} github_request;

static const moya_target *github_target(const github *it, github_request *request) {
  *request = (github_request){.target = MOYA_TARGET_INIT, .task = MOYA_TASK_INIT, .page = {"page", request->number}};
  moya_target *target = &request->target;
  target->task = &request->task;
  target->validation = MOYA_VALIDATION_SUCCESS;
  target->path_values = &request->name;
  switch (it->kind) { /* has no default, so that -Wswitch (in -Wall) names a missing case */
  case GITHUB_ZEN:
    target->name = "zen";
    target->path = "/zen";
    break;
  case GITHUB_USER:
    target->name = "user";
    target->path = "/users/{name}";
    request->name = (moya_parameter){"name", it->of.user.name};
    target->path_value_count = 1;
    break;
  case GITHUB_REPOS:
    target->name = "repos";
    target->path = "/users/{name}/repos";
    request->name = (moya_parameter){"name", it->of.repos.name};
    target->path_value_count = 1;
    snprintf(request->number, sizeof request->number, "%u", it->of.repos.page);
    request->task.parameters = &request->page;
    request->task.parameter_count = 1;
    break;
  }
  return target;
}

int main(int count, char **arguments) {
  moya_provider *api;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.base_url = arguments[1]);
  if (count != 2 || moya_provider_create(&options, &api, NULL) != MOYA_OK) return 2;

  const github calls[] = {{.kind = GITHUB_ZEN},
                          {.kind = GITHUB_USER, .of.user = {"octocat"}},
                          {.kind = GITHUB_REPOS, .of.repos = {"octocat", 2}}};
  int failed = 0;
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    github_request request;
    moya_response *response;
    moya_error *error;
    if (moya_provider_call(api, github_target(&calls[i], &request), NULL, &response, &error) == MOYA_OK) {
      printf("%s: %.40s\n", request.target.name, moya_response_body(response).data);
    } else {
      fprintf(stderr, "%s\n", moya_error_message(error).data);
      failed = 1;
    }
    moya_response_release(response);
    moya_error_release(error);
  }
  moya_provider_destroy(api);
  return failed;
}
