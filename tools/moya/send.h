/* Sends a target and prints the result, for requests and for calls of a definition. */
#ifndef MOYA_TOOL_SEND_H
#define MOYA_TOOL_SEND_H

#include "answer.h"
#include "options.h"
#include "tool.h"
#include "watch.h"

typedef struct sender {
  const options *options;
  moya_provider *provider;
  watch watch;
} sender;

/* Makes the provider and loads the plugins that the options name. Returns EXIT_DONE. After an error, reports the
 * error and returns its exit status. */
int sender_open(sender *it, const options *options);
/* Sends the target and prints the response, or prints its curl command. Returns the program's exit status. */
int sender_send(sender *it, const moya_target *target, promise promise);
void sender_close(sender *it);

#endif
