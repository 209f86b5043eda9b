/* Ends a download if a signal asks the program to end, so that the library removes its temporary file. */
#ifndef MOYA_TOOL_INTERRUPT_H
#define MOYA_TOOL_INTERRUPT_H

#include <moya/provider.h>

/* Blocks SIGINT, SIGTERM and SIGHUP, so that the functions below can handle them. Call this before the program has
 * threads. A signal that the program ignores remains ignored. */
void interrupt_prepare(void);

/* From now on, SIGINT, SIGTERM and SIGHUP cancel the calls of the provider. */
void interrupt_watch(moya_provider *provider);

/* Must be called before the provider is destroyed. If a signal has arrived, ends the program by this signal. */
void interrupt_end(void);

#endif
