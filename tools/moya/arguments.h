/* Converts items of the command line to arguments of an endpoint. Each argument gets the type of its parameter. */
#ifndef MOYA_TOOL_ARGUMENTS_H
#define MOYA_TOOL_ARGUMENTS_H

#include <moya/api.h>
#include "items.h"

typedef struct arguments {
  moya_argument *list;
  size_t count;
} arguments;

/* Makes the arguments. `signature` comes from moya_api_signature. Header fields are skipped. Returns EXIT_DONE.
 * After an error, reports the error and returns its exit status. */
int arguments_of(arguments *it, const char *signature, const items *items);

#endif
