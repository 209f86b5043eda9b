/* Shows requests before they are sent, for --verbose and --curl.
 *
 * The plugin moya.logger of the library logs each request and redacts the secrets. The tool reads these log lines. */
#ifndef MOYA_TOOL_WATCH_H
#define MOYA_TOOL_WATCH_H

#include <moya/moya.h>
#include "options.h"

typedef struct watch {
  const options *options;
  const char *target;    /* the name of the target. A request that a plugin makes has another name */
  const moya_task *task; /* the task of the request. The log line lacks a body that is read while it is sent */
  /* The functions that the library gives to the plugin, for --show-secrets. */
  const moya_host *host;
} watch;

/* Returns the log for the provider whose requests are shown. */
moya_log_handler watch_log(watch *it);
/* Adds the plugin that writes a line about each request. */
moya_status watch_add(watch *it, moya_provider *provider, moya_error **error);

#endif
