/* What a plugin can say about a response that it makes or refuses: fields, a URL, facts, and errors. */
#include "plugin_journal.h"

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

/* What the hooks of the plugin do. */
static moya_status (*does_prepare)(moya_context *);
static moya_status (*does_process)(moya_context *);

static moya_status prepare(void *it, moya_context *context) {
  (void)it;
  return does_prepare ? does_prepare(context) : MOYA_HOOK_OK;
}
static moya_status process(void *it, moya_context *context) {
  (void)it;
  return does_process ? does_process(context) : MOYA_HOOK_OK;
}
static const moya_plugin plugin = {MOYA_PLUGIN_HEAD,    .id = "org.libmoya.says", .version = "1.0.0",
                                   .options = letter,   .create = remember,       .destroy = forget,
                                   .prepare = prepare,  .process = process};

typedef struct outcome {
  moya_status status;
  moya_response *response;
  moya_error *error;
} outcome;

static outcome outcome_of(moya_provider *provider, moya_status (*in_prepare)(moya_context *),
                          moya_status (*in_process)(moya_context *)) {
  outcome it = {0};
  does_prepare = in_prepare;
  does_process = in_process;
  moya_target target = target_of();
  it.status = moya_provider_call(provider, &target, NULL, &it.response, &it.error);
  return it;
}
static void release(outcome it) {
  moya_response_release(it.response);
  moya_error_release(it.error);
}

/* ── Fields ── */

static moya_status nine_fields(moya_context *context) {
  char name[8] = "X-0";
  for (int i = 0; i < 9; i++, name[2]++) EXPECT_STATUS(host->response_add_header(context, name, "a"), MOYA_OK);
  EXPECT_STATUS(host->response_add_header(context, "x-3", "second"), MOYA_OK);
  EXPECT_STATUS(host->response_set_header(context, "X-3", "only"), MOYA_OK);
  EXPECT_STATUS(host->response_set_header(context, "x-4", NULL), MOYA_OK);
  EXPECT_STATUS(host->response_set_header(context, "X-None", NULL), MOYA_OK);
  EXPECT_STATUS(host->response_set_header(context, "X-Last", "z"), MOYA_OK);
  EXPECT_STATUS(host->response_add_header(context, "X-Bytes", "caf\xe9"), MOYA_OK);
  EXPECT_STATUS(host->response_add_header(context, "X-Empty", ""), MOYA_OK);
  EXPECT(host->response_header_count(context) == 11, "%zu", host->response_header_count(context));
  /* A text that was read before a change stays. */
  moya_str value = host->response_header(context, "X-3");
  EXPECT_STATUS(host->response_set_header(context, "X-3", "changed"), MOYA_OK);
  EXPECT(str_is(value, "only") && str_is(host->response_header(context, "X-3"), "changed"));
  EXPECT_STATUS(host->response_add_header(context, "X", "1\r\nEvil: 1"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->response_set_header(context, "X-3", "1\n"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->response_add_header(context, "X Y", "1"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->response_add_header(context, "", "1"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->response_add_header(context, "\xe9", "1"), MOYA_ERROR_INVALID_REQUEST);
  EXPECT_STATUS(host->response_add_header(context, "X", NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->response_add_header(context, NULL, "1"), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->response_set_header(context, NULL, "1"), MOYA_ERROR_NULL);
  EXPECT(host->response_header_count(context) == 11, "an error has changed the response");
  return MOYA_HOOK_ANSWERED;
}
static moya_status one_more(moya_context *context) {
  EXPECT(str_is(host->response_header(context, "X-3"), "changed"));
  EXPECT_STATUS(host->response_add_header(context, "X-More", "1"), MOYA_OK);
  return MOYA_HOOK_OK;
}
static void fields(void) {
  static const char *const names[] = {"X-0", "X-1", "X-2", "X-3", "X-5", "X-6", "X-7", "X-8", "X-Last", "X-Bytes",
                                      "X-Empty", "X-More"};
  moya_provider *provider = provider_with(&plugin, NULL);
  outcome it = outcome_of(provider, nine_fields, one_more);
  EXPECT_STATUS(it.status, MOYA_OK);
  EXPECT(moya_response_header_count(it.response) == COUNT(names), "%zu", moya_response_header_count(it.response));
  for (size_t i = 0; i < COUNT(names); i++) {
    moya_str name = {NULL, 0}, value = {NULL, 0};
    EXPECT_STATUS(moya_response_header_at(it.response, i, &name, &value), MOYA_OK);
    EXPECT(str_is(name, names[i]), "%s instead of %s", name.data, names[i]);
  }
  EXPECT(str_is(moya_response_header(it.response, "X-3"), "changed"));
  EXPECT(str_is(moya_response_header(it.response, "X-Bytes"), "caf\xe9"));
  EXPECT(str_is(moya_response_header(it.response, "X-Empty"), ""));
  release(it);
  moya_provider_destroy(provider);
}

int main(void) {
  TEST("a plugin adds, replaces and removes fields of its response, and the bytes of a value stay", fields);
  return verdict();
}
