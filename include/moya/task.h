/* A task is what a request carries besides its header fields: a query and one body.
 *
 * A task is part of a target (target.h). The library reads it together with the target. */
#ifndef MOYA_TASK_H
#define MOYA_TASK_H

#include "base.h"
#include "upload.h"
#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The kind of the body. Each kind uses the fields that its comment below names. If any other field
 * of the body is not NULL, sending fails with MOYA_ERROR_ARGUMENT. The fields of the query are
 * always allowed. The library adds the Content-Type that the kind's comment names, unless the
 * target has one. */
enum {
  MOYA_TASK_PLAIN = 0,  /* no body */
  MOYA_TASK_DATA = 1,   /* `data`, as it is */
  MOYA_TASK_JSON = 2,   /* `data`, a JSON text that the library checks, or `value`. Content-Type:
                         * application/json */
  MOYA_TASK_FORM = 3,   /* `value`, an object. Content-Type: application/x-www-form-urlencoded;
                         * charset=utf-8 */
  MOYA_TASK_FILE = 4,   /* the file at `path`, which is read while it is sent */
  MOYA_TASK_STREAM = 5, /* `stream` */
  MOYA_TASK_MULTIPART = 6 /* `parts`, with POST, PUT or PATCH. Content-Type: the target's if it is a
                           * multipart type, otherwise multipart/form-data. The library adds the
                           * boundary */
};
typedef int32_t moya_task_kind;

/* How a query and a form write a bool. */
enum {
  MOYA_BOOL_NUMERIC = 0, /* 1 and 0 */
  MOYA_BOOL_LITERAL = 1  /* true and false */
};
typedef int32_t moya_bool_style;

/* Patterns for the names that the elements of an array have in a query and a form. {key} stands for
 * the name of the array, and {index} for the index of the element. Any other pattern that contains
 * {key} once is allowed too. */
#define MOYA_LIST_BRACKETS "{key}[]"
#define MOYA_LIST_PLAIN "{key}"
#define MOYA_LIST_INDEXED "{key}[{index}]"

typedef struct moya_task {
  uint32_t size MOYA_0;
  moya_task_kind kind MOYA_0;
  const void *data MOYA_0;
  size_t data_len MOYA_0;
  /* If `release_user` is NULL, the library copies `data`. Otherwise it reads `data` in place, and
   * calls release_user(user) exactly once when it no longer needs `data`. Until then `data` must
   * not change.
   *
   * A blocking call calls `release_user` before it returns. For other calls, the library calls it
   * before the `end` handler runs or the last row is in the queue, with three exceptions. If a call
   * ends before the function that began the call returns, the library can delay `release_user`
   * until that function returns. If calls share one request (MOYA_TARGET_SHARE), the library calls
   * `release_user` when the last of these calls completes. While a program holds a moya_request
   * (backend.h), the library does not call `release_user`; holding a response does not delay it.
   *
   * A function that takes the task and fails calls `release_user` too. There is one exception: if
   * the `size` of the target or of the task is invalid, the function has read no other field and
   * does not call `release_user`. Inside `release_user`, library functions that block return
   * MOYA_ERROR_STATE. */
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
  const char *boundary MOYA_0; /* for MOYA_TASK_MULTIPART; NULL: the boundary in the target's
                                * Content-Type, otherwise a random one */

  /* The query, which a task of any kind may have. The library percent-encodes the query, and
   * appends it to the query of the base URL. `parameters` come first, in the given order. Then come
   * the values of the object `query`. */
  const moya_parameter *parameters MOYA_0;
  size_t parameter_count MOYA_0;
  uint32_t parameter_stride MOYA_0; /* 0: 16; see Arrays in moya.h */
  uint32_t reserved MOYA_0;         /* 0 */
  const moya_value *query MOYA_0;
} moya_task;
#define MOYA_TASK_INIT MOYA_SIZED(moya_task)
#define MOYA_TASK(...) MOYA_MAKE(moya_task, __VA_ARGS__)

/* Sets the parameters of the query. It works in C only, inside MOYA_TASK(…) or
 * MOYA_PROVIDER_OPTIONS(…):
 *
 *     MOYA_PARAMETERS({"page", "2"}, {"sort", "name"}) */
#define MOYA_PARAMETERS(...)                                                                     \
  .parameters = (const moya_parameter[]){__VA_ARGS__},                                           \
  .parameter_count = sizeof((const moya_parameter[]){__VA_ARGS__}) / sizeof(moya_parameter),     \
  .parameter_stride = (uint32_t)sizeof(moya_parameter)

/* Sets the parts of a multipart form. It works in C only, inside MOYA_TASK(…):
 *
 *     MOYA_PARTS({.name = "title", .text = "sea"}, {.name = "photo", .path = "sea.jpg"}) */
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
