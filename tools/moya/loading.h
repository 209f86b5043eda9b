/* The plugins that --plugin names: FILE[:ID][={…}]. */
#ifndef MOYA_TOOL_LOADING_H
#define MOYA_TOOL_LOADING_H

#include "options.h"
#include "tool.h"

/* Adds the plugins to the provider, in the order of the options. Returns EXIT_DONE. After an error, reports the error
 * and returns its exit status. */
int loading_add(const options *options, moya_provider *provider);

#endif
