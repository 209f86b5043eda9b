#undef NDEBUG
#include <assert.h>
#include <moya/typed.h>
#include <stdio.h>

MOYA_STRUCT(user, (str, login), (i64, followers));
MOYA_ENDPOINT(get_user, user, "GET", "/users/{name}", (path, str, name));

/* The function under test. Returns the followers of two users together, or −1. */
static int64_t followers(moya_provider *api, const char *one, const char *other) {
  user first, second = {0};
  int64_t sum = -1;
  if (get_user(api, one, &first, NULL, NULL) == MOYA_OK && get_user(api, other, &second, NULL, NULL) == MOYA_OK) {
    sum = first.followers + second.followers;
  }
  user_release(&first);
  user_release(&second);
  return sum;
}

static void answer(moya_stubs *stubs, const char *path, int32_t http_status, const char *body) {
  moya_sample sample = MOYA_SAMPLE(.http_status = http_status, .body = body, .body_len = strlen(body));
  moya_stub_rule rule = MOYA_STUB_RULE(.method = "GET", .path = path, .answers = &sample, .answer_count = 1);
  assert(moya_stubs_add(stubs, &rule, NULL, NULL) == MOYA_OK);
}

int main(void) {
  moya_stubs *stubs;
  moya_provider *api;
  assert(moya_stubs_create(&stubs, NULL) == MOYA_OK && moya_stubs_record(stubs, 10, NULL) == MOYA_OK);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.base_url = "https://api.example.com/v1", .stubs = stubs);
  assert(moya_provider_create(&options, &api, NULL) == MOYA_OK);
  answer(stubs, "/v1/users/ann", 200, "{\"login\": \"ann\", \"followers\": 40}");
  answer(stubs, "/v1/users/böb", 200, "{\"login\": \"böb\", \"followers\": 2}");
  answer(stubs, "/v1/users/odd", 200, "{\"login\": \"odd\", \"followers\": \"many\"}");
  answer(stubs, "/v1/users/gone", 404, "");

  assert(followers(api, "ann", "böb") == 42);
  assert(strcmp(moya_stubs_record_at(stubs, 1)->url.data, "https://api.example.com/v1/users/b%C3%B6b") == 0);
  assert(followers(api, "ann", "gone") == -1);
  assert(followers(api, "odd", "ann") == -1);
  assert(followers(api, "nobody", "ann") == -1);
  assert(moya_stubs_count(stubs, 0) == 6);

  moya_provider_destroy(api);
  moya_stubs_release(stubs);
  puts("5 tests passed");
  return 0;
}
