/* Reads a definition. If it is valid, calls each of its endpoints with arguments of every kind. */
#define _GNU_SOURCE
#include "fuzz.h"

static void call(moya_api *api, const char *name) {
  static const int64_t numbers[] = {1, -1};
  static const char *const texts[] = {"a", "b"};
  moya_str signature = moya_api_signature(api, name);
  HOLDS(signature.data && signature.data[0] == '(');
  check_str(signature);
  check_str(moya_api_description(api, name));
  const char *key_path = NULL;
  const moya_type *result = moya_api_result(api, name, &key_path);
  HOLDS((result != NULL) == (key_path != NULL));
  if (result) HOLDS(moya_type_check(result, NULL) == MOYA_OK);
  /* The name of the first parameter, between its type and a comma or the end. */
  char parameter[256] = "";
  const char *space = strchr(signature.data, ' ');
  if (space) snprintf(parameter, sizeof parameter, "%.*s", (int)strcspn(space + 1, ",)"), space + 1);
  moya_argument rows[] = {
      MOYA_ARG_I64(parameter, 5), MOYA_ARG_U64(parameter, UINT64_MAX), MOYA_ARG_F64(parameter, 0.5), MOYA_ARG_BOOLEAN(parameter, 1),
      MOYA_ARG_STR(parameter, "a"), MOYA_ARG_BYTES(parameter, "a", 1), MOYA_ARG_DATE(parameter, 5), MOYA_ARG_RAW(parameter, "[1]", 3),
      {parameter, MOYA_KIND_I64, MOYA_ARGUMENT_ARRAY, 0, 0, numbers, 2, NULL, 0}, {parameter, MOYA_KIND_STR, MOYA_ARGUMENT_ARRAY, 0, 0, texts, 2, NULL, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    moya_response *response = NULL;
    moya_error *error = NULL;
    moya_status status = moya_api_call(api, name, &rows[i], parameter[0] ? 1 : 0, NULL, &response, &error);
    HOLDS((status == MOYA_OK) == (response != NULL) && (status == MOYA_OK) == (error == NULL));
    moya_response_release(response);
    moya_error_release(error);
  }
}

static int32_t any(void *user, const moya_stub_request *request) {
  (void)user, (void)request;
  return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  /* A stub rule responds to every request at once, so that nothing reaches the network. */
  static moya_provider *provider;
  static moya_stubs *stubs;
  if (!provider) {
    moya_sample sample = MOYA_SAMPLE(.body = "{}", .body_len = 2);
    moya_stub_rule rule = MOYA_STUB_RULE(.matches = any);
    rule.answers = &sample;
    rule.answer_count = 1;
    rule.repeat_last = 1;
    HOLDS(moya_stubs_create(&stubs, NULL) == MOYA_OK && moya_stubs_add(stubs, &rule, NULL, NULL) == MOYA_OK);
    moya_provider_options options = MOYA_PROVIDER_OPTIONS(.stubs = stubs);
    HOLDS(moya_provider_create(&options, &provider, NULL) == MOYA_OK);
  }
  char *text = malloc(size ? size : 1); /* without a zero after it */
  if (!text) abort();
  if (size) memcpy(text, data, size);
  moya_api *api = NULL;
  moya_error *error = NULL;
  moya_status status = moya_api_parse(provider, text, size, &api, &error);
  HOLDS(status == MOYA_OK || status == MOYA_ERROR_DEFINITION);
  HOLDS((status == MOYA_OK) == (api != NULL) && (status == MOYA_OK) == (error == NULL));
  check_str(moya_error_message(error));
  /* A definition may ask for hours between two attempts, or before a stub. */
  bool waits = memmem(text, size, "_ms", 3) || memmem(text, size, "retry", 5) || memmem(text, size, "\\u", 2);
  for (size_t i = 0; !waits && i < moya_api_count(api) && i < 4; i++) call(api, moya_api_name_at(api, i).data);
  moya_api_release(api);
  moya_error_release(error);
  free(text);
  return 0;
}
