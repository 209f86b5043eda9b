/* What all headers share: how symbols are marked, texts, header fields, handles. */
#ifndef MOYA_BASE_H
#define MOYA_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MOYA_API __attribute__((visibility("default")))
#else
#define MOYA_API
#endif

#define MOYA_VERSION "1.0.0"
#define MOYA_VERSION_NUMBER 0x010000u

/* Borrowed text or bytes: {NULL, 0} when there are none. data[len] is 0 unless data is NULL. */
typedef struct moya_str {
  const char *data;
  size_t len;
} moya_str;

typedef struct moya_header {
  const char *name;  /* a token (RFC 9110 §5.1) */
  const char *value; /* no control characters but tab (§5.5) */
} moya_header;

typedef struct moya_parameter {
  const char *name;
  const char *value;
} moya_parameter;

/* Called once, from any thread, when the library no longer needs what it was given for. */
typedef void (*moya_release_fn)(void *context);

/* Handles: made and released by functions only. */
typedef struct moya_provider moya_provider; /* connections, plugins, defaults */
typedef struct moya_call moya_call;         /* one call that was sent or enqueued, for cancelling it */
typedef struct moya_queue moya_queue;       /* where completions wait to be collected */
typedef struct moya_response moya_response; /* a response; immutable, reference counted, usable from any thread */
typedef struct moya_error moya_error;       /* what went wrong; immutable, reference counted, usable from any thread */

#if defined(__LP64__) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_str) == 16, "moya_str");
_Static_assert(sizeof(moya_header) == 16, "moya_header");
#endif

#ifdef __cplusplus
}
#endif

#endif
