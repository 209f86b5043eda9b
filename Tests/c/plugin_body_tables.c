/* Tests tables of body hooks: which tables the library refuses, and which hooks a table may omit. Also tests for which
 * calls the hooks run. */
#include "plugin_calls.h"

#include <moya/plugin/body.h>

static const moya_host *host;
static const moya_body *body;
static int heads, chunks, ends;
static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  (void)self, (void)instance;
  host = functions;
  body = host->get_extension(MOYA_BODY);
  EXPECT(body && body->size >= sizeof *body && body->reserved == 0);
  EXPECT(host->get_extension("moya.body/2") == NULL && host->get_extension("moya.body") == NULL);
  return MOYA_OK;
}
static moya_status head(void *it, moya_context *context) {
  (void)it, (void)context;
  heads++;
  return MOYA_HOOK_OK;
}
static moya_status chunk(void *it, moya_context *context, const void *data, size_t len) {
  (void)it;
  chunks++;
  return body->pass(context, data, len);
}
static moya_status end(void *it, moya_context *context) {
  (void)it;
  ends++;
  return body->pass(context, "!", 1);
}

/* The table of the plugin, with room for hooks of a newer interface. */
static union {
  moya_body_hooks hooks;
  uint8_t bytes[64];
  uint32_t size;
} table;
static bool has_table;
static const void *extension(const char *name) { return has_table && strcmp(name, MOYA_BODY) == 0 ? &table : NULL; }
static const moya_plugin reading = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.reads", .version = "1", .create = create,
                                    .get_extension = extension};
static const moya_plugin waiting = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.waits", .version = "1", .create = create,
                                    .flags = MOYA_PLUGIN_WAITS, .get_extension = extension};
static const moya_plugin streaming = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.streams", .version = "1", .create = create,
                                      .flags = MOYA_PLUGIN_ONLY_STREAMS, .get_extension = extension};
static const moya_plugin streaming_waits = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.streams", .version = "1",
                                            .flags = MOYA_PLUGIN_ONLY_STREAMS | MOYA_PLUGIN_WAITS, .create = create,
                                            .get_extension = extension};
static void set_table(moya_body_hooks hooks) {
  memset(&table, 0, sizeof table);
  table.hooks = hooks;
  table.size = sizeof hooks;
  has_table = true;
  heads = chunks = ends = 0;
}

static void sizes(void) {
  static const struct {
    uint32_t size;
    uint8_t tail; /* the first byte after the hooks that the host knows */
    moya_status status;
  } rows[] = {
      {0, 0, MOYA_ERROR_PLUGIN_TABLE},  {8, 0, MOYA_ERROR_PLUGIN_TABLE},  {31, 0, MOYA_ERROR_PLUGIN_TABLE},
      {sizeof(moya_body_hooks), 1, MOYA_OK}, {40, 0, MOYA_OK}, {40, 1, MOYA_ERROR_PLUGIN_TABLE},
      {UINT32_MAX, 0, MOYA_ERROR_PLUGIN_TABLE},
  };
  for (size_t row = 0; row < COUNT(rows); row++) {
    moya_provider *provider = new_provider(NULL);
    char what[64];
    snprintf(what, sizeof what, "size %u, tail %u", rows[row].size, rows[row].tail);
    set_table((moya_body_hooks){.head = head});
    table.size = rows[row].size;
    table.bytes[sizeof(moya_body_hooks)] = rows[row].tail;
    moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &reading);
    expect_use(provider, &use, rows[row].status, rows[row].status ? "moya.body/1" : NULL, what);
    if (rows[row].status == MOYA_OK) {
      expect_call(provider, MOYA_OK, NULL);
      EXPECT(heads == 1, "%s: %d", what, heads);
    }
    moya_provider_destroy(provider);
  }
}

static void expect_body(moya_provider *provider, const moya_target *target, const char *wanted, const char *what) {
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, target, NULL, &response, NULL), MOYA_OK);
  EXPECT(str_is(moya_response_body(response), wanted), "%s: %s", what, moya_response_body(response).data);
  moya_response_release(response);
}
static void missing_hooks(void) {
  static const moya_plugin *const plugins[] = {&reading, &waiting};
  moya_sample sample = MOYA_SAMPLE(.body = "abc", .body_len = 3);
  for (int number = 0; number < 16; number++) {
    bool has_head = number & 1, has_chunk = number & 2, has_end = number & 4;
    moya_provider *provider = new_provider(NULL);
    set_table((moya_body_hooks){.head = has_head ? head : NULL, .chunk = has_chunk ? chunk : NULL,
                                .end = has_end ? end : NULL});
    EXPECT_STATUS(moya_provider_add_plugin(provider, plugins[number / 8], NULL, NULL), MOYA_OK);
    moya_target target = stub_target(MOYA_STUB_IMMEDIATE);
    target.sample = &sample;
    char what[32];
    snprintf(what, sizeof what, "hooks %d", number);
    expect_body(provider, &target, has_end ? "abc!" : "abc", what);
    EXPECT(heads == has_head && chunks == has_chunk && ends == has_end, "%s: %d %d %d", what, heads, chunks, ends);
    moya_provider_destroy(provider);
  }
  has_table = false;
  moya_provider *provider = new_provider(NULL);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &reading, NULL, NULL), MOYA_OK);
  expect_call(provider, MOYA_OK, NULL);
  moya_provider_destroy(provider);
}

static void chosen(void) {
  static const char *const tags[] = {"read"};
  static const struct {
    const char *what, *only, *not;
    bool is_tagged, is_on;
    int heads;
  } rows[] = {
      {"no rule", NULL, NULL, false, true, 1},        {"only_tag, tagged", "read", NULL, true, true, 1},
      {"only_tag, not tagged", "read", NULL, false, true, 0}, {"not_tag, tagged", NULL, "read", true, true, 0},
      {"not_tag, not tagged", NULL, "read", false, true, 1}, {"turned off", NULL, NULL, false, false, 0},
  };
  moya_sample sample = MOYA_SAMPLE(.body = "abc", .body_len = 3);
  for (size_t row = 0; row < COUNT(rows); row++) {
    moya_provider *provider = new_provider(NULL);
    set_table((moya_body_hooks){.head = head, .end = end});
    moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &reading, .only_tag = rows[row].only, .not_tag = rows[row].not);
    EXPECT_STATUS(moya_provider_use(provider, &use, NULL), MOYA_OK);
    if (!rows[row].is_on) EXPECT_STATUS(moya_provider_enable(provider, reading.id, false, NULL), MOYA_OK);
    moya_target target = stub_target(MOYA_STUB_IMMEDIATE);
    target.sample = &sample;
    target.tags = tags;
    target.tag_count = rows[row].is_tagged;
    expect_body(provider, &target, rows[row].heads ? "abc!" : "abc", rows[row].what);
    EXPECT(heads == rows[row].heads && ends == heads, "%s: %d", rows[row].what, heads);
    moya_provider_destroy(provider);
  }
}

/* What the handlers of a caller have received. */
typedef struct streamed {
  int heads;
  char text[16];
} streamed;
static moya_flow see_head(void *user, const moya_response *response) {
  streamed *it = user;
  (void)response;
  it->heads++;
  return MOYA_FLOW_CONTINUE;
}
static moya_flow take(void *user, const void *data, size_t len) {
  streamed *it = user;
  strncat(it->text, data, len);
  return MOYA_FLOW_CONTINUE;
}
/* Calls of a provider whose plugins have MOYA_PLUGIN_ONLY_STREAMS, alone and next to a plugin that reads all bodies. */
static void only_streams(void) {
  static const moya_plugin *const plugins[] = {&streaming, &streaming_waits};
  moya_sample sample = MOYA_SAMPLE(.body = "abc", .body_len = 3);
  for (int number = 0; number < 4; number++) {
    bool has_other = number & 1;
    moya_provider *provider = new_provider(NULL);
    set_table((moya_body_hooks){.head = head, .chunk = chunk, .end = end});
    EXPECT_STATUS(moya_provider_add_plugin(provider, plugins[number / 2], NULL, NULL), MOYA_OK);
    if (has_other) EXPECT_STATUS(moya_provider_add_plugin(provider, &reading, NULL, NULL), MOYA_OK);
    moya_target target = stub_target(MOYA_STUB_IMMEDIATE);
    target.sample = &sample;
    expect_body(provider, &target, has_other ? "abc!" : "abc", "whole");
    EXPECT(heads == has_other && chunks == has_other && ends == has_other, "whole: %d %d %d", heads, chunks, ends);
    heads = chunks = ends = 0;
    streamed got = {0};
    moya_handlers only_head = MOYA_HANDLERS(.head = see_head, .user = &got);
    EXPECT_STATUS(moya_provider_call(provider, &target, &only_head, NULL, NULL), MOYA_OK);
    EXPECT(got.heads == 1 && heads == has_other, "head only: %d %d", got.heads, heads);
    heads = chunks = ends = 0;
    moya_handlers handlers = MOYA_HANDLERS(.body = take, .user = &got);
    EXPECT_STATUS(moya_provider_call(provider, &target, &handlers, NULL, NULL), MOYA_OK);
    EXPECT(strcmp(got.text, has_other ? "abc!!" : "abc!") == 0, "streamed: %s", got.text);
    EXPECT(heads == 1 + has_other && ends == heads, "streamed: %d %d", heads, ends);
    moya_provider_destroy(provider);
  }
}

int main(void) {
  TEST("tables that are too small, or use an unknown hook, are refused", sizes);
  TEST("each hook may be missing", missing_hooks);
  TEST("body hooks follow the tags of a plugin and whether it is on", chosen);
  TEST("with MOYA_PLUGIN_ONLY_STREAMS, the hooks run only for bodies that the caller streams", only_streams);
  return verdict();
}
