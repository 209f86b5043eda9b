/* A good module: it marks the responses of one path, and sets its slot for no other call. */
/* config: {"path": "/v1"} */
#include "../module.h"
#include <string.h>

static char marked;
static const moya_option options[] = {
    {.name = "path", .about = "A part of the URL.", .kind = MOYA_OPTION_TEXT, .preset = "\"/one-path\""}, {.name = NULL}};

static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  const char *path = host->option_text(context, "path").data;
  return strstr(host->request_url(context).data, path) ? host->set_slot(context, &marked) : MOYA_OK;
}

static moya_status process(void *instance, moya_context *context) {
  (void)instance;
  return host->response_set_header(context, "X-Marked", "1");
}

static void release_slot(void *instance, void *slot) { (void)instance, (void)slot; }

static const moya_plugin plugin = {
    MODULE_HEAD("one-path", "Marks the responses of one path."),
    .flags = MOYA_PLUGIN_NEEDS_SLOT,
    .options = options,
    .create = keep_host,
    .prepare = prepare,
    .process = process,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
