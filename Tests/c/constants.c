/* Tests constants, sizes of structs and offsets of members by name. Languages that cannot read headers need them. Also
 * tests the structs that macros make. */
#include "check.h"

#define OFFSET(type, field) {#type "." #field, offsetof(type, field)}

static void by_name(void) {
  static const struct {
    const char *name;
    int64_t value;
  } rows[] = {
      {"MOYA_OK", MOYA_OK},
      {"MOYA_ERROR_OTHER", MOYA_ERROR_OTHER},
      {"MOYA_TASK_PLAIN", MOYA_TASK_PLAIN},
      {"MOYA_DOMAIN_SYSTEM", MOYA_DOMAIN_SYSTEM},
      {"MOYA_NO_REDIRECTS", MOYA_NO_REDIRECTS},
      {"moya_str", sizeof(moya_str)},
      {"moya_target", sizeof(moya_target)},
      {"moya_completion", sizeof(moya_completion)},
      OFFSET(moya_target, size),
      OFFSET(moya_target, base_url),
      OFFSET(moya_target, user),
      OFFSET(moya_task, user),
      OFFSET(moya_completion, error),
      OFFSET(moya_plugin, release_slot),
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    int64_t value = -1;
    EXPECT_STATUS(moya_constant(rows[row].name, &value), MOYA_OK);
    EXPECT(value == rows[row].value, "%s is %lld", rows[row].name, (long long)value);
  }
  int64_t value = 7;
  EXPECT_STATUS(moya_constant("moya_target.nothing", &value), MOYA_ERROR_ARGUMENT);
  EXPECT(value == 0);
  EXPECT_STATUS(moya_constant("", &value), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_constant(NULL, &value), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_constant("MOYA_OK", NULL), MOYA_ERROR_NULL);
}

static void one_by_one(void) {
  size_t count = moya_constant_count();
  EXPECT(count > 100, "%zu", count);
  for (size_t index = 0; index < count; index++) {
    const char *name = NULL;
    int64_t value = -1, again = -2;
    EXPECT_STATUS(moya_constant_at(index, &name, &value), MOYA_OK);
    EXPECT_STATUS(moya_constant(name, &again), MOYA_OK);
    EXPECT(value == again, "%s", name);
    /* An offset that the compiler of the library did not know would be negative. */
    EXPECT(strchr(name, '.') == NULL || value >= 0, "%s", name);
    EXPECT_STATUS(moya_constant_at(index, &name, NULL), MOYA_OK);
  }
  const char *name = "unchanged";
  int64_t value = 7;
  EXPECT_STATUS(moya_constant_at(count, &name, &value), MOYA_ERROR_ARGUMENT);
  EXPECT(name == NULL && value == 0);
  EXPECT_STATUS(moya_constant_at(SIZE_MAX, &name, &value), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_constant_at(0, NULL, &value), MOYA_ERROR_NULL);
}

/* The macros make structs inside the arguments of a call. */
static void literals(void) {
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.stub = MOYA_STUB_IMMEDIATE), &provider, NULL), MOYA_OK);
  moya_response *response = NULL;
  EXPECT_STATUS(
      moya_provider_call(
          provider,
          &MOYA_TARGET(.base_url = "http://h", MOYA_HEADERS({"X-Sent", "1"}, {"X-Sent", "2"}),
                       .task = &MOYA_TASK(.kind = MOYA_TASK_PLAIN, MOYA_PARAMETERS({"a", "1"}, {"b", "2"})),
                       .sample = &MOYA_SAMPLE(.http_status = 201, MOYA_HEADERS({"X-Got", "3"}), .body = "it", .body_len = 2)), NULL,
          &response, NULL),
      MOYA_OK);
  EXPECT(moya_response_http_status(response) == 201 && str_is(moya_response_header(response, "x-got"), "3"));
  EXPECT(str_is(moya_response_body(response), "it") && str_is(moya_response_url(response), "http://h?a=1&b=2"), "%s",
         moya_response_url(response).data);
  moya_response_release(response);
  moya_provider_destroy(provider);
}

int main(void) {
  TEST("a constant, the size of a struct and the place of a field are known by name", by_name);
  TEST("all of them can be listed", one_by_one);
  TEST("targets, tasks and samples can be written where they are used", literals);
  return verdict();
}
