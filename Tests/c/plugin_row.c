/* The prepare hooks of several plugins run one after another. Each has its own context. After the first result that is
 * not MOYA_HOOK_OK, no further prepare runs. A plugin takes no part if a tag excludes it, or if it is turned off. */
#include "plugin_journal.h"

enum { PLUGINS = 4 };

/* Each plugin has a letter and an answer. Its hook checks and sets header fields, and then returns the answer. */
static moya_status answers[PLUGINS];
static moya_context *seen[PLUGINS];

/* Why a plugin takes no part in the call; IN: it takes part. */
typedef enum absence { IN, NOT_TAG, ONLY_TAG, OFF, ON_THEN_OFF } absence;
static absence absent[PLUGINS];

static moya_status prepare(void *it, moya_context *context) {
  char name[] = "X-?", letter = *(char *)it;
  size_t index = (size_t)(letter - 'a');
  note(it, "prepare");
  seen[index] = context;
  for (size_t before = 0; before < index; before++) {
    char set[] = {'X', '-', (char)('a' + before), 0}, value[] = {(char)('a' + before), 0};
    if (absent[before] != IN) {
      EXPECT(!seen[before] && host->request_header(context, set).data == NULL, "%s has no part", value);
      continue;
    }
    EXPECT(str_is(host->request_header(context, set), value), "%c reads what %s has set", letter, value);
    /* The context of a hook is invalid after the hook has returned. */
    EXPECT(seen[before] != context);
    EXPECT_STATUS(host->request_set_header(seen[before], "X", "late"), MOYA_ERROR_STATE);
    EXPECT_STATUS(host->set_slot(seen[before], it), MOYA_ERROR_STATE);
    EXPECT(host->slot(seen[before]) == NULL && host->attempt(seen[before]) == 0);
  }
  name[2] = letter;
  EXPECT_STATUS(host->request_set_header(context, name, it), MOYA_OK);
  EXPECT(host->slot(context) == NULL, "the slot of another plugin");
  EXPECT_STATUS(host->set_slot(context, it), MOYA_OK);
  /* Makes a response and an error, which the plugins after this one must not see. */
  if (answers[index] == MOYA_HOOK_OK) {
    host->response_set_status(context, 299);
    host->fail(context, "left behind");
  }
  return answers[index];
}
static void will_send(void *it, moya_context *context) {
  EXPECT(host->slot(context) == it && host->request_header(context, "X").data == NULL);
  note(it, "will_send");
}
static void release_slot(void *it, void *slot) {
  EXPECT(slot == it);
  note(it, "released");
}
#define ROW_PLUGIN(flag)                                                                                          \
  {MOYA_PLUGIN_HEAD,          .id = "org.libmoya.row", .version = "1.0.0", .flags = flag,                         \
   .options = letter,         .create = remember,      .destroy = forget,  .prepare = prepare,                    \
   .will_send = will_send,    .release_slot = release_slot}
static const moya_plugin plugin = ROW_PLUGIN(0), waiting = ROW_PLUGIN(MOYA_PLUGIN_WAITS);

static const struct row {
  const char *what;
  moya_status answers[PLUGINS];
  moya_status status;
  long http_status;
  const char *message; /* a part of the error's message; NULL: no error */
  const char *journal;
  absence absent[PLUGINS];
} rows[] = {
    {"all continue", {0}, MOYA_OK, 200, NULL,
     "a.prepare b.prepare c.prepare d.prepare a.will_send b.will_send c.will_send d.will_send a.released b.released "
     "c.released d.released", {0}},
    {"the first one answers", {MOYA_HOOK_ANSWERED}, MOYA_OK, 200, NULL, "a.prepare a.released", {0}},
    {"a middle one answers", {0, MOYA_HOOK_ANSWERED}, MOYA_OK, 200, NULL, "a.prepare b.prepare a.released b.released", {0}},
    {"the last one answers", {0, 0, 0, MOYA_HOOK_ANSWERED}, MOYA_OK, 200, NULL,
     "a.prepare b.prepare c.prepare d.prepare a.released b.released c.released d.released", {0}},
    {"a middle one fails", {0, 0, MOYA_ERROR_BODY}, MOYA_ERROR_BODY, 0, "c",
     "a.prepare b.prepare c.prepare a.released b.released c.released", {0}},
    {"the last one fails", {0, 0, 0, MOYA_ERROR_BODY}, MOYA_ERROR_BODY, 0, "d",
     "a.prepare b.prepare c.prepare d.prepare a.released b.released c.released d.released", {0}},
    {"a middle one is pending without defer", {0, MOYA_HOOK_PENDING}, MOYA_ERROR_PLUGIN_HOOK, 0, "b",
     "a.prepare b.prepare a.released b.released", {0}},
    {"a middle one is excluded by the tag", {0}, MOYA_OK, 200, NULL,
     "a.prepare c.prepare d.prepare a.will_send c.will_send d.will_send a.released c.released d.released", {[1] = NOT_TAG}},
    {"a middle one is only for another tag", {0}, MOYA_OK, 200, NULL,
     "a.prepare b.prepare d.prepare a.will_send b.will_send d.will_send a.released b.released d.released", {[2] = ONLY_TAG}},
    {"a middle one is disabled", {0}, MOYA_OK, 200, NULL,
     "a.prepare c.prepare d.prepare a.will_send c.will_send d.will_send a.released c.released d.released", {[1] = OFF}},
    {"a middle one was turned off", {0}, MOYA_OK, 200, NULL,
     "a.prepare b.prepare d.prepare a.will_send b.will_send d.will_send a.released b.released d.released", {[2] = ON_THEN_OFF}},
    {"both middle ones have no part", {0}, MOYA_OK, 200, NULL,
     "a.prepare d.prepare a.will_send d.will_send a.released d.released", {[1] = ONLY_TAG, [2] = ON_THEN_OFF}},
    {"the one that is excluded would answer", {0, MOYA_HOOK_ANSWERED}, MOYA_OK, 200, NULL,
     "a.prepare c.prepare d.prepare a.will_send c.will_send d.will_send a.released c.released d.released", {[1] = NOT_TAG}},
    {"the one that was turned off would fail", {0, 0, MOYA_ERROR_BODY}, MOYA_OK, 200, NULL,
     "a.prepare b.prepare d.prepare a.will_send b.will_send d.will_send a.released b.released d.released", {[2] = ON_THEN_OFF}},
    {"the one after an excluded one answers", {0, 0, MOYA_HOOK_ANSWERED}, MOYA_OK, 200, NULL,
     "a.prepare c.prepare a.released c.released", {[1] = ONLY_TAG}},
    {"the one after a disabled one fails", {0, 0, MOYA_ERROR_BODY}, MOYA_ERROR_BODY, 0, "c",
     "a.prepare c.prepare a.released c.released", {[1] = OFF}},
    {"the one before one that was turned off is pending without defer", {0, MOYA_HOOK_PENDING}, MOYA_ERROR_PLUGIN_HOOK, 0, "b",
     "a.prepare b.prepare a.released b.released", {[2] = ON_THEN_OFF}},
};

/* Runs the row. `waits` is the index of the plugin with MOYA_PLUGIN_WAITS; PLUGINS: none has this flag. */
static void play(const struct row *row, size_t waits, moya_stub_behavior stub) {
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  memcpy(absent, row->absent, sizeof absent);
  memset(seen, 0, sizeof seen);
  for (size_t index = 0; index < PLUGINS; index++) {
    char name[] = {(char)('a' + index), 0}, config[] = "{\"as\": \"?\"}";
    config[8] = name[0];
    moya_plugin_use use =
        MOYA_PLUGIN_USE(.plugin = index == waits ? &waiting : &plugin, .name = name, .config = config,
                        .flags = absent[index] == OFF ? MOYA_USE_DISABLED : 0,
                        .not_tag = absent[index] == NOT_TAG ? "tag" : "other tag",
                        .only_tag = absent[index] == ONLY_TAG ? "other tag" : "tag");
    EXPECT_STATUS(moya_provider_use(provider, &use, NULL), MOYA_OK);
    if (absent[index] == ON_THEN_OFF) EXPECT_STATUS(moya_provider_enable(provider, name, false, NULL), MOYA_OK);
  }
  memcpy(answers, row->answers, sizeof answers);
  journal[0] = 0;
  static const char *const tags[] = {"tag"};
  moya_target target = target_of();
  target.tags = tags;
  target.tag_count = 1;
  target.stub = stub;
  target.stub_delay_ms = 1;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  EXPECT(status == row->status, "%s (%zu): %s", row->what, waits, moya_status_name(status));
  EXPECT(response ? (long)moya_response_http_status(response) == row->http_status : row->http_status == 0, "%s", row->what);
  if (row->message) {
    char wanted[] = "plugin ?";
    wanted[7] = row->message[0];
    EXPECT(str_has(moya_error_message(error), wanted), "%s: %s", row->what, moya_error_message(error).data);
    EXPECT(!str_has(moya_error_message(error), "left behind"), "%s: %s", row->what, moya_error_message(error).data);
  }
  EXPECT(strcmp(journal, row->journal) == 0, "%s (%zu): %s", row->what, waits, journal);
  moya_response_release(response);
  moya_error_release(error);
  moya_provider_destroy(provider);
}

static void rows_of(moya_stub_behavior stub) {
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (size_t waits = 0; waits <= PLUGINS; waits++) play(&rows[row], waits, stub);
  }
}
static void at_once(void) { rows_of(MOYA_STUB_IMMEDIATE); }
static void later(void) { rows_of(MOYA_STUB_DELAYED); }

int main(void) {
  TEST("each plugin that has a part in a row prepares with its own context, and an answer or a failure ends the row", at_once);
  TEST("so it is if the call does not complete at once", later);
  return verdict();
}
