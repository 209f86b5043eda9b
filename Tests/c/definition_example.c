/* Tests the example definition with the server that it describes. */
#include "definitions.h"

static moya_provider *provider;
static moya_api *api;

static moya_response *answer(const char *endpoint, const moya_argument *arguments, size_t count) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_api_call(api, endpoint, arguments, count, NULL, &response, &error), MOYA_OK);
  EXPECT(!error && moya_response_http_status(response) / 100 == 2, "%s: %s", endpoint, error ? moya_error_message(error).data : "");
  moya_error_release(error);
  return response;
}

static void every_endpoint(void) {
  const char *root = getenv("MOYA_ROOT");
  char path[1024];
  snprintf(path, sizeof path, "%s/examples/server.py", root ? root : ".");
  const moya_argument user[] = {MOYA_ARG_STR("name", "octocat")}, page[] = {MOYA_ARG_I64("page", 2), MOYA_ARG_STR("name", "octocat")};
  const moya_argument search[] = {MOYA_ARG_STR("text", "a b")}, echo[] = {MOYA_ARG_STR("title", "t"), MOYA_ARG_STR("author", "Ann")};
  const moya_argument upload[] = {MOYA_ARG_STR("title", "t"), MOYA_ARG_STR("photo", path)};
  moya_response_release(answer("zen", NULL, 0));

  struct {
    const char *login;
    int64_t id;
    const char *name;
    uint32_t followers;
    bool admin;
  } it;
  moya_arena *arena = NULL;
  moya_response *response = answer("user", user, 1);
  EXPECT(moya_api_result(api, "user", NULL)->struct_size == sizeof it);
  EXPECT_STATUS(moya_response_decode(response, NULL, moya_api_result(api, "user", NULL), &it, 0, &arena, NULL), MOYA_OK);
  EXPECT(strcmp(it.login, "octocat") == 0 && it.followers == 17 && it.name && !it.admin);
  moya_arena_release(arena);
  moya_response_release(response);

  response = answer("user_repos", page, 2);
  moya_str name = {"", 0};
  EXPECT_STATUS(moya_response_json_string(response, "0.full_name", &name, NULL), MOYA_OK);
  EXPECT(str_is(name, "octocat/alpha"));
  moya_response_release(response);
  response = answer("search", search, 1);
  EXPECT_STATUS(moya_response_json_string(response, "q", &name, NULL), MOYA_OK);
  EXPECT(str_is(name, "a b"));
  moya_response_release(response);
  response = answer("echo", echo, 2);
  EXPECT_STATUS(moya_response_json_string(response, "received.author.name", &name, NULL), MOYA_OK);
  EXPECT(str_is(name, "Ann"));
  moya_response_release(response);
  moya_response_release(answer("upload", upload, 2));
}

/* Opens examples/users.moya.json with the address of the server instead of https://api.example.com. */
static moya_api *example(const char *url) {
  static const char placeholder[] = "https://api.example.com";
  const char *root = getenv("MOYA_ROOT");
  char path[1024], text[8192], document[8192];
  moya_api *opened = NULL;
  snprintf(path, sizeof path, "%s/examples/users.moya.json", root ? root : ".");
  FILE *file = fopen(path, "r");
  size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
  text[length] = 0;
  if (file) fclose(file);
  char *at = strstr(text, placeholder);
  EXPECT(at != NULL);
  if (!at) return NULL;
  *at = 0;
  snprintf(document, sizeof document, "%s%s%s", text, url, at + sizeof placeholder - 1);
  EXPECT_STATUS(moya_api_parse(provider, document, strlen(document), &opened, NULL), MOYA_OK);
  return opened;
}

int main(void) {
  server process = server_start("examples/server.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  api = example(process.url);
  TEST("the endpoints of the example definition do what its server says", every_endpoint);
  moya_api_release(api);
  moya_provider_destroy(provider);
  server_stop(&process);
  return verdict();
}
