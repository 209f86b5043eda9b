/* Sends a target and prints what comes. */
#ifndef MOYA_TOOL_ANSWER_H
#define MOYA_TOOL_ANSWER_H

#include "options.h"
#include "tool.h"

/* A body that is not painted goes out as it comes, in pieces: it may be larger than the memory. Returns the program's
 * exit status. */
int answer_print(const options *options, moya_provider *provider, const moya_target *target);

#endif
