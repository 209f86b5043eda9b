/* Tests which hooks of later plugins run for a request that a plugin sends (plugin/tasks.h): sign, body hooks, and a
 * process hook that waits. */
#include "plugin_waiting.h"

#include <moya/plugin/body.h>

static const moya_tasks *tasks;
static const moya_body *body;
static moya_context *sender;
static sem_t has_result;
static moya_status result;
static char received[4096], names[512];

static moya_status create_sender(const moya_host *it, moya_context *owner, void **instance) {
  tasks = it->get_extension(MOYA_TASKS);
  body = it->get_extension(MOYA_BODY);
  sender = owner;
  return remember(it, owner, instance);
}
static void note_target(moya_context *context) {
  moya_str name = host->target_name(context);
  pthread_mutex_lock(&journal_lock);
  snprintf(names + strlen(names), sizeof names - strlen(names), "<%s>", name.data ? name.data : "");
  pthread_mutex_unlock(&journal_lock);
}
static moya_status add_sign(void *it, moya_context *context) {
  write_note(it, "sign");
  EXPECT(host->request_header(context, "Host").len > 0);
  return host->request_add_header(context, "X-Sign", it);
}
static moya_status head(void *it, moya_context *context) {
  write_note(it, "head");
  note_target(context);
  return MOYA_HOOK_OK;
}
static moya_status chunk(void *it, moya_context *context, const void *data, size_t len) {
  moya_status status = body->pass(context, data, len);
  return status == MOYA_OK ? body->pass(context, it, 1) : status;
}
static moya_status process_late(void *it, moya_context *context) {
  write_note(it, "process");
  if (*(const char *)it == 'a') return MOYA_HOOK_OK;
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(tasks->after(context, 1, NULL, NULL, NULL), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static const void *extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}
#define PLUGIN(its_id)                                                                                              \
  {MOYA_PLUGIN_HEAD, .flags = MOYA_PLUGIN_WAITS, .id = its_id, .version = "1", .options = letter, .destroy = forget, \
   .sign = add_sign, .process = process_late, .get_extension = extension

static const moya_plugin sending = PLUGIN("org.libmoya.sends"), .create = create_sender};
static const moya_plugin later = PLUGIN("org.libmoya.later"), .create = remember};

static void receive(void *it, moya_context *context, void *user, moya_status status) {
  (void)it, (void)user;
  moya_str text = host->response_body(context);
  result = status;
  snprintf(received, sizeof received, "%s", text.data ? text.data : "");
  sem_post(&has_result);
}

static void sent(void) {
  static const struct {
    const char *what, *path;
    uint32_t flags;
    const char *journal, *text, *not_text;
  } rows[] = {
      {"an own request", "/echo", 0, "b.sign c.sign b.head c.head b.process c.process",
       "[\"X-Sign\", \"b\"], [\"X-Sign\", \"c\"]", "[\"X-Sign\", \"a\"]"},
      {"a bare request", "/echo", MOYA_SUB_BARE, "", "\"GET\"", "X-Sign"},
      {"the body of an own request", "/bytes/5", 0, "b.sign c.sign b.head c.head b.process c.process", "xxxxxbc", "a"},
      {"the body of a bare request", "/bytes/5", MOYA_SUB_BARE, "", "xxxxx", "b"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_provider *provider = provider_with(&sending, &later);
    moya_plugin_use third = MOYA_PLUGIN_USE(.plugin = &later, .name = "third", .config = "{\"as\": \"c\"}");
    EXPECT_STATUS(moya_provider_use(provider, &third, NULL), MOYA_OK);
    char url[128];
    snprintf(url, sizeof url, "%s%s", faults.url, rows[row].path);
    moya_sub_request request = MOYA_SUB_REQUEST(.url = url, .flags = rows[row].flags, .name = "sub");
    names[0] = 0;
    sem_init(&has_result, 0, 0);
    EXPECT_STATUS(tasks->send(sender, &request, receive, NULL, NULL), MOYA_OK);
    await(&has_result);
    EXPECT(result == MOYA_OK && strstr(received, rows[row].text), "%s: %s", rows[row].what, received);
    EXPECT(!strstr(received, rows[row].not_text), "%s: %s", rows[row].what, received);
    EXPECT(strcmp(journal, rows[row].journal) == 0, "%s: %s", rows[row].what, journal);
    if (!rows[row].flags) EXPECT(strstr(names, "<org.libmoya.sends: sub>"), "%s", names);
    moya_provider_destroy(provider);
  }
}

/* For a call of the program, the hooks of all plugins run, also those of the plugin that can send requests. */
static void called(void) {
  moya_provider *provider = provider_with(&sending, &later);
  calling it = calling_of(provider, CALLED, NETWORK, NULL);
  make_call(&it);
  EXPECT(it.status == MOYA_OK && strcmp(it.body, "xxxxxab") == 0, "%s %s", it.body, it.message);
  EXPECT_JOURNAL("a.sign b.sign a.head b.head a.process b.process");
  moya_provider_destroy(provider);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a plugin's request passes sign, body and process hooks of later plugins, and a bare one passes none", sent);
  TEST("a call of the program passes the hooks of all plugins", called);
  server_stop(&faults);
  return verdict();
}
