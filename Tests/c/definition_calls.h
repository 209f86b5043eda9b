/* Contains what tests of calls to endpoints of a definition share: an API of the echo server. */
#ifndef DEFINITION_CALLS_H
#define DEFINITION_CALLS_H

#include "definitions.h"

static moya_provider *provider;

/* Opens a definition whose base URL is the echo server. `inside` is the text of its endpoints. */
static inline moya_api *api_with(const char *inside) {
  char text[8192];
  snprintf(text, sizeof text,
           "{'moya': 1, 'name': 'test', 'base_url': '%s/echo', 'headers': {'X-Common': 'common'},"
           "'types': {'state': {'names': ['open', 'closed', 'a \\\\ b']}, 'pair': {'fields': {'a': 'i64', 'b': 'str?'}}},"
           "'endpoints': {%s}}",
           faults.url, inside);
  return api_of(provider, text, NULL);
}

#endif
