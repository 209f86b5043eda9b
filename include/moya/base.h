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

#if !defined(__LP64__)
#error "libmoya is for systems with pointers of 64 bits"
#endif

#if defined(__GNUC__)
#define MOYA_API __attribute__((visibility("default")))
#else
#define MOYA_API
#endif

/* An argument that must not be NULL: a compiler that knows it warns of a NULL; the library checks it in any case. Define
 * MOYA_NONNULL(...) as nothing before the first header to do without. Swift gets these pointers as optionals. */
#if !defined(MOYA_NONNULL)
#if defined(__GNUC__) && !defined(__swift__)
#define MOYA_NONNULL(...) __attribute__((nonnull(__VA_ARGS__)))
#else
#define MOYA_NONNULL(...)
#endif
#endif

/* A result that says whether anything was done at all: a program that ignores it does not know. */
#if defined(__GNUC__) && !defined(__swift__)
#define MOYA_WARN_UNUSED __attribute__((warn_unused_result))
#else
#define MOYA_WARN_UNUSED
#endif

/* What a later version has replaced; the text names what to use. */
#if defined(__GNUC__)
#define MOYA_DEPRECATED(text) __attribute__((deprecated(text)))
#else
#define MOYA_DEPRECATED(text)
#endif

/* Behind each field of a struct that a caller fills: its default is zero. Said in C++ since 14, so that a field which an
 * initializer leaves out is no warning there. */
#if defined(__cplusplus) && __cplusplus >= 201402L
#define MOYA_0 {}
#else
#define MOYA_0
#endif

/* How a struct of type `type` is begun, with its size and zeroes: what the _INIT macros come to. */
#if defined(__cplusplus)
extern "C++" {
template <class T>
inline T moya_sized(void) {
  T it = T();
  it.size = static_cast<uint32_t>(sizeof(T));
  return it;
}
}
#define MOYA_SIZED(type) moya_sized<type>()
#else
#define MOYA_SIZED(type) {.size = (uint32_t)sizeof(type)}
#endif

/* A struct with its size and the fields that are named, the others zero: what MOYA_TARGET(.name = "user", …) and its
 * sisters come to. In C a compound literal, whose address can be taken: it lives as long as the block around it. In C++
 * a value since C++20, with the fields in the order of their declaration; give it a name to take its address. */
#if defined(__cplusplus)
#define MOYA_MAKE(type, ...) (type{.size = static_cast<uint32_t>(sizeof(type)), __VA_ARGS__})
#else
#define MOYA_MAKE(type, ...) ((type){.size = (uint32_t)sizeof(type), __VA_ARGS__})
#endif

#define MOYA_VERSION "1.0.0"
#define MOYA_VERSION_NUMBER 0x010000u

/* A `timeout_ms` of a function that waits: it waits until what it waits for has happened. */
#define MOYA_NO_TIMEOUT (-1)

/* Borrowed text or bytes: {NULL, 0} when there are none. data[len] is 0 unless data is NULL. */
typedef struct moya_str {
  const char *data;
  size_t len;
} moya_str;

/* A header field. Callers make arrays of these, {"Accept", "text/plain"}: a later version may add fields behind these
 * two, and tells by the `…_stride` beside an array which version it is of. */
typedef struct moya_header {
  const char *name MOYA_0;  /* a token (RFC 9110 §5.1) */
  const char *value MOYA_0; /* no control characters but tab (§5.5); NULL: the field is left out */
} moya_header;

/* A name and a text, of a query or an environment. In arrays as moya_header. A parameter of a query whose
 * value is NULL is left out. */
typedef struct moya_parameter {
  const char *name MOYA_0;
  const char *value MOYA_0;
} moya_parameter;

/* Called once, from any thread, when the library no longer needs what it was given for. */
typedef void (*moya_release_fn)(void *context);

/* What a handler answers. */
enum {
  MOYA_FLOW_CONTINUE = 0,
  /* No more of the body, and no end but a failure, until moya_call_resume. The connection is not read from meanwhile, so
   * that the server waits; other calls go on, those on the same HTTP/2 connection too. A total timeout that was given goes
   * on, the idle timeout does not. */
  MOYA_FLOW_PAUSE = 1,
  MOYA_FLOW_STOP = 2 /* the call ends with MOYA_ERROR_CANCELLED; so does any number that is none of these */
};
typedef int32_t moya_flow;

/* Handles: made and released by functions only. */
typedef struct moya_provider moya_provider; /* connections, plugins, defaults */
typedef struct moya_call moya_call;         /* one call that was sent or enqueued: to ask, and to cancel it */
typedef struct moya_blocking_call moya_blocking_call; /* a blocking call that its caller has left for a while */
typedef struct moya_group moya_group;       /* calls that belong together */
typedef struct moya_stubs moya_stubs;       /* rules that answer requests in place of the network */
typedef struct moya_queue moya_queue;       /* where completions wait to be collected */
typedef struct moya_response moya_response; /* a response; immutable, reference counted, usable from any thread */
typedef struct moya_error moya_error;       /* what went wrong; immutable, reference counted, usable from any thread */

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_str) == 16, "moya_str");
_Static_assert(sizeof(moya_header) == 16, "moya_header");
#endif

#ifdef __cplusplus
}
#endif

#endif
