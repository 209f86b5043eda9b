/* A program that is valid in C and in C++. Stubs respond to its endpoints. Tables and functions work in both
 * languages. */
#include "api.h"

#include <stdio.h>

static moya_provider *stubbed(const char *body) {
  moya_stubs *stubs = NULL;
  moya_provider *provider = NULL;
  moya_sample sample = MOYA_SAMPLE_INIT;
  moya_stub_rule rule = MOYA_STUB_RULE_INIT;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  sample.body = body;
  sample.body_len = strlen(body);
  rule.path = "/users/a b/repos";
  rule.answers = &sample;
  rule.answer_count = 1;
  options.base_url = "http://offline.invalid";
  if (moya_stubs_create(&stubs, NULL) != MOYA_OK || moya_stubs_add(stubs, &rule, NULL, NULL) != MOYA_OK) return NULL;
  options.stubs = stubs;
  if (moya_provider_create(&options, &provider, NULL) != MOYA_OK) return NULL;
  moya_stubs_release(stubs);
  return provider;
}

static void on_repos(void *user, moya_status status, const repo_list *repos, const moya_response *response, const moya_error *error) {
  (void)response;
  (void)error;
  *(size_t *)user = status == MOYA_OK ? repos->count : 0;
}

int main(void) {
  moya_provider *api = stubbed("[{\"id\":1,\"full_name\":\"a/b\",\"parent\":{\"id\":2,\"full_name\":\"c/d\"}},"
                               "{\"id\":3,\"full_name\":\"e/f\",\"topics\":[\"x\"],\"state\":\"not-planned\"}]");
  repo_list repos;
  moya_error *error = NULL;
  int64_t page = 2;
  size_t called = 0;
  const char *nobody = NULL;
  if (!api || user_repos(api, "a b", moya_some_i64(page), &repos, NULL, &error) != MOYA_OK) return 1;
  if (repos.count != 2 || repos.items[0].parent->id != 2 || repos.items[1].state != state_not_planned) return 2;
  if (strcmp(repos.items[1].topics.items[0], "x") != 0 || repos.items[1].parent || repos.items[0].topics.count) return 3;
  repo_list_release(&repos);
  if (user_repos_send(api, "a b", moya_none_i64(), on_repos, &called, NULL, NULL, NULL) != MOYA_OK || called != 2) return 4;
  if (user_repos(api, nobody, moya_none_i64(), &repos, NULL, &error) != MOYA_ERROR_ARGUMENT) return 5;
  puts(moya_error_message(error).data);
  moya_error_release(error);
  moya_provider_destroy(api);
  return 0;
}
