/* What a request carries besides its header section: nothing, bytes, JSON, parameters.
 *
 * A task is part of a target (target.h), and read with it. */
#ifndef MOYA_TASK_H
#define MOYA_TASK_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a request carries. */
enum {
  MOYA_TASK_PLAIN = 0, /* no body */
  MOYA_TASK_DATA = 1,  /* `data` as it is, no Content-Type added; `parameters` as for MOYA_TASK_QUERY */
  MOYA_TASK_JSON = 2,  /* the same, JSON text, with Content-Type: application/json unless the target has one */
  MOYA_TASK_QUERY = 3  /* `parameters`, percent-encoded, behind the URL's query, in the order given */
};
typedef int32_t moya_task_kind;

typedef struct moya_task {
  uint32_t size MOYA_0;
  moya_task_kind kind MOYA_0;
  const void *data MOYA_0;
  size_t data_len MOYA_0;
  /* NULL: `data` is copied. Otherwise it is kept, must not change, and release(release_context) is called exactly
   * once when it is no longer needed, also when the function that took the task fails; but not when the target's or the
   * task's own `size` was refused: then nothing behind it was read. */
  moya_release_fn release MOYA_0;
  void *release_context MOYA_0;
  const moya_parameter *parameters MOYA_0;
  size_t parameter_count MOYA_0;
  uint32_t parameter_stride MOYA_0; /* 0: 16; see Arrays in moya.h */
  uint32_t reserved MOYA_0;         /* 0; anything else is MOYA_ERROR_ARGUMENT */
} moya_task;
#define MOYA_TASK_INIT MOYA_SIZED(moya_task)
#define MOYA_TASK(...) MOYA_MAKE(moya_task, __VA_ARGS__)

/* In MOYA_TASK(…) or MOYA_PROVIDER_OPTIONS(…), in C: MOYA_PARAMETERS({"page", "2"}, {"sort", "name"}). */
#define MOYA_PARAMETERS(...)                                                                     \
  .parameters = (const moya_parameter[]){__VA_ARGS__},                                           \
  .parameter_count = sizeof((const moya_parameter[]){__VA_ARGS__}) / sizeof(moya_parameter),     \
  .parameter_stride = (uint32_t)sizeof(moya_parameter)

#if defined(__LP64__) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_task) == 64, "moya_task");
#endif

#ifdef __cplusplus
}
#endif

#endif
