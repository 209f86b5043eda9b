/* Items of the command line as arguments of an endpoint: each becomes what its parameter is. */
#ifndef MOYA_TOOL_ARGUMENTS_H
#define MOYA_TOOL_ARGUMENTS_H

#include <moya/api.h>
#include "items.h"

typedef struct arguments {
  moya_argument *list;
  size_t count;
} arguments;

/* `signature`: as moya_api_signature says it. Header fields are passed over. EXIT_DONE, or what was complained about. */
int arguments_of(arguments *it, const char *signature, const items *items);

#endif
