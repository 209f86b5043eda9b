/* Converts items of the command line to arguments of an endpoint. Each gets the type of its parameter. */
#ifndef MOYA_TOOL_ARGUMENTS_H
#define MOYA_TOOL_ARGUMENTS_H

#include <moya/api.h>
#include "items.h"

typedef struct arguments {
  moya_argument *list;
  size_t count;
} arguments;

/* `signature` comes from moya_api_signature. Header fields are skipped. Returns EXIT_DONE or the status of an error,
 * which has been reported. */
int arguments_of(arguments *it, const char *signature, const items *items);

#endif
