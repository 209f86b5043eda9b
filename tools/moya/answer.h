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
 * A body may be larger than the memory. So it is printed piece by piece as it arrives, unless the program needs all of
 * it. The program needs all of it for a terminal, for colours, for --json, to check the type of the result, and if
 * there may be another attempt. A body of another type than the promised one is printed too. */
int answer_print(const options *options, moya_provider *provider, const moya_target *target, promise promise);

#endif
