/* Sends a target and prints what comes. */
#ifndef MOYA_TOOL_ANSWER_H
#define MOYA_TOOL_ANSWER_H

#include "options.h"
#include "tool.h"

/* The JSON that a definition says a success brings. */
typedef struct promise {
  const moya_type *type; /* NULL: it says nothing */
  const char *key_path;
} promise;

/* A body that is neither painted nor promised to be something goes out as it comes, in pieces: it may be larger than the
 * memory. One that breaks its promise is printed as any other. Returns the program's exit status. */
int answer_print(const options *options, moya_provider *provider, const moya_target *target, promise promise);

#endif
