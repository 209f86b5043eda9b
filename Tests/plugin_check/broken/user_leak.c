/* fails: user-freed */
/* If a timer ends without having run, no function frees the `user` of the timer. */
#include "../module.h"
#include <stdlib.h>
#include <string.h>

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  *instance = self;
  return keep_tasks(functions, self);
}

static void write_line(void *instance, moya_context *self, void *user, moya_status status) {
  (void)instance;
  if (status != MOYA_OK) return;
  host->log(self, MOYA_LOG_DEBUG, user);
  free(user);
}

static void will_send(void *instance, moya_context *context) {
  moya_context *self = instance;
  char *line = malloc(4096);
  (void)context;
  if (!line) return;
  strcpy(line, "a request was sent a minute ago");
  if (tasks->after(self, 60000, write_line, line, NULL) != MOYA_OK) free(line);
}

static const moya_plugin plugin = {
    MODULE_HEAD("user-leak", "Logs a line after each request."),
    .create = create,
    .will_send = will_send,
};

MOYA_MODULE(&plugin)
