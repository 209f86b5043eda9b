/* fails: user-freed */
/* If the plugin cancels a timer, no function frees the `user` of the timer. */
#include "../module.h"
#include <stdlib.h>
#include <string.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = self;
  return keep_tasks(functions, self);
}

/* What the slot has: the timer of the call. */
typedef struct watch {
  uint64_t timer;
  moya_context *self;
} watch;

static void write_line(void *instance, moya_context *self, void *user, moya_status status) {
  (void)instance;
  if (status == MOYA_OK) host->log(self, MOYA_LOG_WARNING, user);
  free(user);
}

static moya_status prepare(void *instance, moya_context *context) {
  if (host->slot(context)) return MOYA_HOOK_OK;
  watch *it = malloc(sizeof *it);
  char *line = malloc(4096);
  if (it && line) {
    strcpy(line, "a call takes longer than a minute");
    it->self = instance;
    if (tasks->after(it->self, 60000, write_line, line, &it->timer) == MOYA_OK) {
      if (host->set_slot(context, it) == MOYA_OK) return MOYA_HOOK_OK;
      if (tasks->cancel(it->self, it->timer) == 0) line = NULL;
    }
  }
  free(it);
  free(line);
  return MOYA_ERROR_MEMORY;
}

static void release_slot(void *instance, void *slot) {
  watch *it = slot;
  (void)instance;
  tasks->cancel(it->self, it->timer); /* If this returns 1, nothing frees the line. */
  free(it);
}

static const moya_plugin plugin = {
    MODULE_HEAD("user-leak-on-cancel", "Logs requests without an end."),
    .create = create,
    .prepare = prepare,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
