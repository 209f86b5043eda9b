/* The library compares names of header fields without the locale of the program. In a Turkish locale, strcasecmp(3)
 * says that "ID" and "id" differ. A machine that runs this test may not have this locale. So this program defines the
 * functions as they behave in it. */
#include "calls.h"

#include <stdint.h>
#include <strings.h>

static int letter(char byte) { return byte >= 'A' && byte <= 'Z' && byte != 'I' ? byte + 32 : byte; }
int tolower(int byte) { return byte >= 0 && byte < 128 ? letter((char)byte) : byte; }
int strncasecmp(const char *one, const char *other, size_t len) {
  for (; len > 0; one++, other++, len--) {
    if (letter(*one) != letter(*other)) return letter(*one) - letter(*other);
    if (!*one) return 0;
  }
  return 0;
}
int strcasecmp(const char *one, const char *other) { return strncasecmp(one, other, PTRDIFF_MAX); }

static moya_stubs *stubs;
static moya_provider *provider_of_stubs(void) {
  moya_sample sample = MOYA_SAMPLE(.body = "{}", .body_len = 2);
  moya_stub_rule rule = MOYA_STUB_RULE(.answers = &sample, .answer_count = 1);
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_record(stubs, 10, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.stubs = stubs);
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  return provider;
}
/* Returns how many fields of the newest request have this name. `name` is in lower case. */
static int count_fields(const char *name) {
  const moya_stub_request *sent = moya_stubs_record_at(stubs, moya_stubs_record_count(stubs) - 1);
  int count = 0;
  for (size_t i = 0; sent && i < sent->header_count; i++) {
    const char *own = sent->headers[i].name;
    size_t k = 0;
    while (name[k] && (own[k] | 0x20) == (name[k] | 0x20)) k++;
    count += !name[k] && !own[k];
  }
  return count;
}

static void definitions(void) {
  static const char text[] =
      "{\"moya\": 1, \"name\": \"t\", \"base_url\": \"https://a.example\", \"headers\": {\"X-REQUEST-ID\": \"all\"}, \"endpoints\": {"
      "\"own\": {\"path\": \"/\", \"headers\": {\"x-request-id\": \"own\"}},"
      "\"given\": {\"path\": \"/\", \"headers\": {\"X-Trip\": \"own\"}, \"parameters\": [{\"name\": \"trip\", \"in\": \"header\","
      "\"key\": \"X-TRIP\", \"type\": \"str\"}]}}}";
  const moya_argument arguments[] = {MOYA_ARG_STR("trip", "given")};
  moya_provider *provider = provider_of_stubs();
  moya_api *api = NULL;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_api_parse(provider, text, strlen(text), &api, NULL), MOYA_OK);
  EXPECT_STATUS(moya_api_call(api, "own", NULL, 0, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  EXPECT(count_fields("x-request-id") == 1, "%d", count_fields("x-request-id"));
  response = NULL;
  EXPECT_STATUS(moya_api_call(api, "given", arguments, 1, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  EXPECT(count_fields("x-trip") == 1, "%d", count_fields("x-trip"));
  const moya_stub_request *sent = moya_stubs_record_at(stubs, 1);
  const char *value = sent ? moya_stub_request_header(sent, "x-trip") : NULL;
  EXPECT(value && strcmp(value, "given") == 0, "%s", value ? value : "none");
  moya_api_release(api);
  moya_provider_destroy(provider);
  moya_stubs_release(stubs);
}

static void shared_fields(void) {
  const moya_header common[] = {{"X-CLIENT-ID", "all"}}, own[] = {{"x-client-id", "own"}};
  moya_provider *provider = NULL;
  moya_sample sample = MOYA_SAMPLE(.http_status = 200);
  moya_stub_rule rule = MOYA_STUB_RULE(.answers = &sample, .answer_count = 1);
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_record(stubs, 1, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.stubs = stubs, .headers = common, .header_count = 1);
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  moya_target target = MOYA_TARGET(.base_url = "https://a.example", .headers = own, .header_count = 1);
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(count_fields("x-client-id") == 1, "%d", count_fields("x-client-id"));
  moya_response_release(response);
  moya_provider_destroy(provider);
  moya_stubs_release(stubs);
}

int main(void) {
  EXPECT(strcasecmp("ID", "id") != 0 && strcasecmp("HOST", "host") == 0);
  TEST("fields of a definition have one name in upper and in lower case", definitions);
  TEST("a target's own field takes the place of the provider's field", shared_fields);
  return verdict();
}
