/* An instance of the plugin: its options, and how many attempts it has seen. */
#ifndef MOYA_CHAOS_INSTANCE_H
#define MOYA_CHAOS_INSTANCE_H

#include "../common/origin.h"
#include "plan.h"

#include <moya/plugin/body.h>
#include <moya/plugin/tasks.h>
#include <stdatomic.h>
#include <stddef.h>

typedef struct chaos {
  const moya_host *host;
  const moya_tasks *tasks;
  const moya_body *body;
  moya_context *self;
  const char *origin, *path, *tag; /* "": all calls */
  struct origin only;              /* `origin`, as it is compared */
  chances chances;
  bool acts;             /* a probability is not 0 */
  moya_status error;     /* the status of attempts that fail */
  const char *error_name;
  bool is_sent;          /* a failure happens after the request was sent */
  int32_t answer_status;
  size_t cut_bytes;
  _Atomic uint64_t attempt_count;
  atomic_size_t doom_count; /* how many calls have a slot now */
} chaos;

moya_status chaos_create(const moya_host *host, moya_context *self, void **instance);

#endif
