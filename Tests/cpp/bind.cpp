// An endpoint as a function whose signature is derived from its C++ type.
#include <moya/moya.h>

#include <cstdio>
#include <cstring>

static int failures;
#define EXPECT(condition) \
  do { \
    if (!(condition)) { \
      std::printf("    line %d: not so: %s\n", __LINE__, #condition); \
      failures++; \
    } \
  } while (0)

int main() {
  const char *text =
      R"({"moya": 1, "name": "n", "base_url": "http://h", "endpoints": {"e": {"path": "/{name}", "stub": "immediate",
          "sample": {"text": "here"}, "parameters": [{"name": "name", "in": "path", "type": "str"},
          {"name": "page", "in": "query", "type": "i64?"}]}}})";
  moya_provider *provider = nullptr;
  moya_api *api = nullptr;
  moya_error *error = nullptr;
  moya_response *response = nullptr;
  EXPECT(moya_provider_create(nullptr, &provider, nullptr) == MOYA_OK);
  EXPECT(moya_api_parse(provider, text, std::strlen(text), &api, &error) == MOYA_OK);

  auto given = moya::bind<const char *, int64_t>(api, "e", &error);
  EXPECT(given && given("a", 2, &response, &error) == MOYA_OK && moya_response_status(response) == 200);
  moya_response_release(response);
  auto optional = moya::bind<const char *, const int64_t *>(api, "e", &error);
  EXPECT(optional && optional("a", nullptr, &response, &error) == MOYA_OK);
  moya_response_release(response);

  auto wrong = moya::bind<const char *, int32_t>(api, "e", &error);
  EXPECT(!wrong && error);
  EXPECT(!std::strcmp(moya_error_message(error).data, "e: the function is (str, i32), and the endpoint (str name, i64? page)"));
  moya_error_release(error);
  moya_api_release(api);
  moya_provider_destroy(provider);
  return failures;
}
