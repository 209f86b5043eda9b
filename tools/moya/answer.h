/* Sends a target and prints the response. */
#ifndef MOYA_TOOL_ANSWER_H
#define MOYA_TOOL_ANSWER_H

#include "options.h"
#include "tool.h"

/* The JSON result that the definition describes for a success. */
typedef struct promise {
  const moya_type *type; /* NULL if the definition describes no result */
  const char *key_path;
} promise;

/* Sends a target, prints the response and returns the program's exit status.
 *
 * If a body is neither coloured nor checked, it is printed piece by piece as it arrives, because it may be larger
 * than the memory. A body that breaks the promise is printed too. */
int answer_print(const options *options, moya_provider *provider, const moya_target *target, promise promise);

#endif
