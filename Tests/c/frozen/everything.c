/* A module that uses every hook, every kind of option and every table of the host. README.md says what it is for. */
#include <moya/plugin/body.h>
#include <moya/plugin/digest.h>
#include <moya/plugin/tasks.h>

static const moya_host *host;
static const moya_tasks *tasks;
static const moya_body *body;
static const moya_digest *digest;
static int ticks;

static int equal(const char *left, const char *right) {
  while (*left && *left == *right) left++, right++;
  return *left == *right;
}
static void tick(void *instance, moya_context *self, void *user, moya_status status) {
  (void)instance, (void)self, (void)user;
  if (status == MOYA_OK) ticks++;
}
static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  host = functions;
  tasks = host->get_extension(MOYA_TASKS);
  body = host->get_extension(MOYA_BODY);
  digest = host->get_extension(MOYA_DIGEST);
  if (!tasks || !body || !digest) return MOYA_ERROR_PLUGIN_ABI;
  *instance = &ticks;
  if (!host->option_int(self, "flag") || host->option_int(self, "int") != 7) return MOYA_ERROR_ARGUMENT;
  if (host->option_number(self, "number") != 0.5 || host->option_count(self, "texts") != 2) return MOYA_ERROR_ARGUMENT;
  if (!equal(host->option_at(self, "texts", 1).data, "b")) return MOYA_ERROR_ARGUMENT;
  if (!equal(host->option_text(self, "json").data, "{}")) return MOYA_ERROR_ARGUMENT;
  return tasks->after(self, 0, tick, NULL, NULL);
}
static moya_status close_instance(void *instance, moya_context *self) {
  (void)instance;
  host->log(self, MOYA_LOG_INFO, "closed");
  return MOYA_HOOK_OK;
}
static void destroy(void *instance) { (void)instance; }
static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  moya_status status = host->request_set_header(context, "X-Frozen", host->option_text(context, "text").data);
  if (status == MOYA_OK) status = host->set_slot(context, &ticks);
  if (status == MOYA_OK) status = host->defer(context);
  if (status == MOYA_OK) status = tasks->after(context, 0, NULL, NULL, NULL);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}
static moya_status sign(void *instance, moya_context *context) {
  (void)instance;
  static const char digits[] = "0123456789abcdef";
  uint8_t sum[MOYA_MOST_HASH];
  char text[9] = "";
  moya_str key = host->option_text(context, "secret"), url = host->request_url(context);
  if (digest->hmac(MOYA_HASH_SHA256, key.data, key.len, url.data, url.len, sum) != 32) return MOYA_ERROR_OTHER;
  for (int i = 0; i < 4; i++) text[2 * i] = digits[sum[i] >> 4], text[2 * i + 1] = digits[sum[i] & 15];
  return host->request_add_header(context, "X-Signed", text);
}
static void will_send(void *instance, moya_context *context) {
  (void)instance;
  if (!host->request_header(context, "Host").data) host->log(context, MOYA_LOG_ERROR, "there is no Host");
}
static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  if (host->slot(context) != &ticks) host->log(context, MOYA_LOG_ERROR, "the slot is lost");
}
static int64_t should_retry(void *instance, moya_context *context) {
  (void)instance;
  return host->http_status(context) == 503 && host->attempt(context) == 1 ? 0 : MOYA_RETRY_NONE;
}
static moya_status process(void *instance, moya_context *context) {
  (void)instance;
  if (host->result_status(context) != MOYA_OK) return MOYA_HOOK_OK;
  return host->response_set_header(context, "X-Processed", host->attempt(context) == 2 ? "twice" : "once");
}
static void release_slot(void *instance, void *slot) { (void)instance, (void)slot; }
static moya_status head(void *instance, moya_context *context) {
  (void)instance;
  return host->http_status(context) == 200 ? MOYA_HOOK_OK : MOYA_BODY_SKIP;
}
static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  (void)instance;
  return body->pass(context, data, len);
}
static moya_status end(void *instance, moya_context *context) {
  (void)instance;
  return body->pass(context, "!", 1);
}
static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk, .end = end};
static const void *get_extension(const char *name) { return equal(name, MOYA_BODY) ? &hooks : NULL; }

static const moya_option options[] = {
    {.name = "flag", .kind = MOYA_OPTION_FLAG, .preset = "true"},
    {.name = "int", .kind = MOYA_OPTION_INT, .preset = "7", .least = 1, .most = 9},
    {.name = "number", .kind = MOYA_OPTION_NUMBER, .preset = "0.5"},
    {.name = "text", .about = "the value of X-Frozen", .kind = MOYA_OPTION_TEXT, .required = 1, .choices = "ice|snow"},
    {.name = "secret", .kind = MOYA_OPTION_SECRET, .required = 1},
    {.name = "texts", .kind = MOYA_OPTION_TEXTS, .preset = "[\"a\",\"b\"]"},
    {.name = "json", .kind = MOYA_OPTION_JSON, .preset = "{}"},
    {.name = NULL}};
static const char *const secret_headers[] = {"X-Signed", NULL};
static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD, .flags = MOYA_PLUGIN_WAITS | MOYA_PLUGIN_NEEDS_SLOT, .id = "org.libmoya.everything", .version = "1.0.0",
    .about = "Uses every hook", .license = "MIT", .options = options, .secret_headers = secret_headers,
    .create = create, .close = close_instance, .destroy = destroy, .prepare = prepare, .sign = sign,
    .will_send = will_send, .did_receive = did_receive, .should_retry = should_retry, .process = process,
    .release_slot = release_slot, .get_extension = get_extension};
MOYA_MODULE(&plugin)
