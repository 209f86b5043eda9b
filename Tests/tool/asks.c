/* A plugin that sends a request of its own before each call, as a plugin for tokens does. The call waits for this
 * request. */
#include <moya/plugin.h>
#include <moya/plugin/tasks.h>

static const moya_host *host;
static moya_context *instance;

static moya_status create(const moya_host *functions, moya_context *self, void **made) {
  host = functions;
  instance = self;
  *made = NULL;
  return MOYA_OK;
}

static void go_on(void *self, moya_context *owner, void *call, moya_status status) {
  (void)self, (void)owner;
  host->resume(call, status);
}

static moya_status prepare(void *self, moya_context *call) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  const moya_sub_request request = MOYA_SUB_REQUEST(.name = "token", .method = "POST", .body = "grant=x", .body_len = 7,
                                                    .url = host->option_text(instance, "url").data);
  (void)self;
  moya_status status = host->defer(call);
  if (status == MOYA_OK) status = tasks->send(instance, &request, go_on, call, NULL);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static const moya_option options[] = {
    {.name = "url", .about = "The URL of the request.", .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = NULL},
};
static const moya_plugin plugin = {MOYA_PLUGIN_HEAD, .flags = MOYA_PLUGIN_WAITS, .id = "org.libmoya.asks", .version = "1.0.0",
                                   .option_size = sizeof(moya_option), .options = options, .create = create, .prepare = prepare};
static const moya_plugin *const plugins[] = {&plugin, NULL};
static const moya_module module = {sizeof module, MOYA_PLUGIN_ABI, plugins};

const moya_module *moya_plugin_entry(uint32_t abi) { return abi >= MOYA_PLUGIN_ABI ? &module : NULL; }
