/* What a request carries besides its header section: parameters behind its URL, and one body.
 *
 * A task is part of a target (target.h), and read with it. */
#ifndef MOYA_TASK_H
#define MOYA_TASK_H

#include "base.h"
#include "upload.h"
#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the body is. Each kind takes the fields that are named here, beside those of the query: another one that is not
 * NULL is MOYA_ERROR_ARGUMENT. A Content-Type is added only where it is named, and only if the target has none. */
enum {
  MOYA_TASK_PLAIN = 0,  /* none */
  MOYA_TASK_DATA = 1,   /* `data`, as it is */
  MOYA_TASK_JSON = 2,   /* `data`, a JSON text, which is checked; or `value`. Content-Type: application/json */
  MOYA_TASK_FORM = 3,   /* `value`, an object. Content-Type: application/x-www-form-urlencoded; charset=utf-8 */
  MOYA_TASK_FILE = 4,   /* the file at `path`, read while it is sent */
  MOYA_TASK_STREAM = 5, /* `stream` */
  MOYA_TASK_MULTIPART = 6 /* `parts`, with POST, PUT or PATCH. Content-Type: the target's, if it is a multipart type,
                           * otherwise multipart/form-data; the boundary is added */
};
typedef int32_t moya_task_kind;

/* How a query and a form write a bool. */
enum {
  MOYA_BOOL_NUMERIC = 0, /* 1 and 0 */
  MOYA_BOOL_LITERAL = 1  /* true and false */
};
typedef int32_t moya_bool_style;

/* How a query and a form name the elements of an array; any other pattern with one {key} will do. */
#define MOYA_LIST_BRACKETS "{key}[]"
#define MOYA_LIST_PLAIN "{key}"
#define MOYA_LIST_INDEXED "{key}[{index}]"

typedef struct moya_task {
  uint32_t size MOYA_0;
  moya_task_kind kind MOYA_0;
  const void *data MOYA_0;
  size_t data_len MOYA_0;
  /* NULL: `data` is copied. Otherwise it is kept, must not change, and release_user(user) is called exactly
   * once: before a blocking call returns, before the callback of a call begins or its row is there. A call that ends
   * before the function returns that began it may release when that returns, and calls that are one request
   * (MOYA_TARGET_SHARE) release with the last of their ends. A response holds nothing of what was sent for it, but a
   * moya_request holds it. It is released too when the function that took the task fails; but not when the target's or
   * the task's own `size` was refused: then nothing behind it was read. It runs as a callback does. */
  void *user MOYA_0;
  moya_release_fn release_user MOYA_0;
  const moya_value *value MOYA_0;
  const char *path MOYA_0;
  const moya_stream *stream MOYA_0;
  const moya_part *parts MOYA_0;
  size_t part_count MOYA_0;
  uint32_t part_stride MOYA_0; /* 0: 80; see Arrays in moya.h */

  moya_bool_style bool_style MOYA_0;
  const char *list_key MOYA_0; /* NULL: MOYA_LIST_BRACKETS */
  const char *boundary MOYA_0; /* of MOYA_TASK_MULTIPART; NULL: that of the target's Content-Type, or a random one */

  /* The query, percent-encoded behind the one that the base URL has, with a body of any kind: first `parameters`, in the
   * order given, then the values of `query`, an object. */
  const moya_parameter *parameters MOYA_0;
  size_t parameter_count MOYA_0;
  uint32_t parameter_stride MOYA_0; /* 0: 16; see Arrays in moya.h */
  uint32_t reserved MOYA_0;         /* 0 */
  const moya_value *query MOYA_0;
} moya_task;
#define MOYA_TASK_INIT MOYA_SIZED(moya_task)
#define MOYA_TASK(...) MOYA_MAKE(moya_task, __VA_ARGS__)

/* In MOYA_TASK(…) or MOYA_PROVIDER_OPTIONS(…), in C: MOYA_PARAMETERS({"page", "2"}, {"sort", "name"}). */
#define MOYA_PARAMETERS(...)                                                                     \
  .parameters = (const moya_parameter[]){__VA_ARGS__},                                           \
  .parameter_count = sizeof((const moya_parameter[]){__VA_ARGS__}) / sizeof(moya_parameter),     \
  .parameter_stride = (uint32_t)sizeof(moya_parameter)

/* In MOYA_TASK(…), in C: MOYA_PARTS({.name = "title", .text = "sea"}, {.name = "photo", .path = "sea.jpg"}). */
#define MOYA_PARTS(...)                                                    \
  .parts = (const moya_part[]){__VA_ARGS__},                               \
  .part_count = sizeof((const moya_part[]){__VA_ARGS__}) / sizeof(moya_part), \
  .part_stride = (uint32_t)sizeof(moya_part)

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_task) == 136, "moya_task");
#endif

#ifdef __cplusplus
}
#endif

#endif
