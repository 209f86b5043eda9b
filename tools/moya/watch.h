/* Shows requests before they are sent, for --verbose and --curl.
 *
 * The library redacts secrets by its own rules, and the tool reads the lines of the plugin moya.logger. */
#ifndef MOYA_TOOL_WATCH_H
#define MOYA_TOOL_WATCH_H

#include <moya/moya.h>
#include "options.h"

typedef struct watch {
  const options *options;
  const moya_task *task; /* the request's task. A body that the library reads while it is sent is not in the line */
  /* The plugin's host, for --show-secrets. */
  const moya_host *host;
} watch;

/* The log for the provider that is watched. */
moya_log_handler watch_log(watch *it);
/* Adds the plugin that writes the lines. */
moya_status watch_add(watch *it, moya_provider *provider, moya_error **error);

#endif
