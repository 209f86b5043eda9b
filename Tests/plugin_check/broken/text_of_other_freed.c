/* fails: overlap */
/* The instance has room for one text of a call. A second call frees the text of the first call, which still uses it. */
#include "../module.h"
#include <stdlib.h>
#include <string.h>

typedef struct name {
  char *text;
} name;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  moya_status status = keep_tasks(functions, self);
  if (status == MOYA_OK && !(*instance = calloc(1, sizeof(name)))) status = MOYA_ERROR_MEMORY;
  return status;
}

static void destroy(void *instance) {
  name *it = instance;
  free(it->text);
  free(it);
}

static moya_status prepare(void *instance, moya_context *context) {
  name *it = instance;
  free(it->text);
  it->text = strdup(host->request_method(context).data);
  moya_status status = it->text ? host->set_slot(context, it->text) : MOYA_ERROR_MEMORY;
  if (status == MOYA_OK) status = host->defer(context);
  if (status == MOYA_OK) status = tasks->after(context, 10, NULL, NULL, NULL);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

static moya_status sign(void *instance, moya_context *context) {
  (void)instance;
  return host->request_set_header(context, "X-Method", host->slot(context));
}

static moya_status process(void *instance, moya_context *context) {
  (void)instance;
  host->set_slot(context, NULL); /* the instance has the text */
  return MOYA_HOOK_OK;
}

static const moya_plugin plugin = {
    MODULE_HEAD("text-of-other-freed", "Repeats the method in a field."),
    .flags = MOYA_PLUGIN_WAITS,
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .sign = sign,
    .process = process,
};

MOYA_MODULE(&plugin)
