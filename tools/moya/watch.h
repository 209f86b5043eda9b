/* Sees requests as they go out: for --verbose and --curl. Secrets are redacted by the library's own rules, of which the tool
 * knows nothing: it reads what the plugin moya.logger writes. */
#ifndef MOYA_TOOL_WATCH_H
#define MOYA_TOOL_WATCH_H

#include <moya/moya.h>
#include "options.h"

typedef struct watch {
  const options *options;
  const moya_task *task; /* of the request: a body that the library reads while it is sent is not in its line */
  /* The plugin's own, for --show-secrets. */
  const moya_host *host;
} watch;

/* The log of the provider that is watched. */
moya_log_handler watch_log(watch *it);
/* Adds what writes the lines. */
moya_status watch_add(watch *it, moya_provider *provider, moya_error **error);

#endif
