/* Definitions that all headers share: attributes of functions, texts, header fields and handles. */
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

/* Marks arguments that must not be NULL. Compilers that support this attribute warn about NULL. The
 * library also checks at run time. To switch the warning off, define MOYA_NONNULL(...) as nothing
 * before the first header. Swift imports these pointers as optionals. */
#if !defined(MOYA_NONNULL)
#if defined(__GNUC__) && !defined(__swift__)
#define MOYA_NONNULL(...) __attribute__((nonnull(__VA_ARGS__)))
#else
#define MOYA_NONNULL(...)
#endif
#endif

/* Marks a result that the caller must check. Only the result says whether the function did
 * anything. */
#if defined(__GNUC__) && !defined(__swift__)
#define MOYA_WARN_UNUSED __attribute__((warn_unused_result))
#else
#define MOYA_WARN_UNUSED
#endif

/* Marks a declaration that a later version has replaced. `text` names the replacement. */
#if defined(__GNUC__)
#define MOYA_DEPRECATED(text) __attribute__((deprecated(text)))
#else
#define MOYA_DEPRECATED(text)
#endif

/* This macro follows every field of each struct that a caller fills. In C++14 and later it expands
 * to a default member initializer of zero, so an initializer that omits the field causes no
 * warning. */
#if defined(__cplusplus) && __cplusplus >= 201402L
#define MOYA_0 {}
#else
#define MOYA_0
#endif

/* Initializes a struct of type `type` with its size and zeroes. The _INIT macros use it. */
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

/* Makes a struct: sets its `size` and the named fields, and all other fields to zero.
 * MOYA_TARGET(.name = "user", …) and similar macros use this macro. In C the result is a compound
 * literal: you can take its address, and it lives as long as the enclosing block. In C++ the result
 * is a value, and C++20 is required. Name the fields in the order of their declaration. To take the
 * address of the value, store it in a variable first. */
#if defined(__cplusplus)
#define MOYA_MAKE(type, ...) (type{.size = static_cast<uint32_t>(sizeof(type)), __VA_ARGS__})
#else
#define MOYA_MAKE(type, ...) ((type){.size = (uint32_t)sizeof(type), __VA_ARGS__})
#endif

#define MOYA_VERSION "1.0.0"
#define MOYA_VERSION_NUMBER 0x010000u

/* A value of `timeout_ms` that sets no limit. The function waits as long as necessary. */
#define MOYA_NO_TIMEOUT (-1)

/* Borrowed text or bytes. {NULL, 0} means that there is no text. data[len] is 0 unless data is
 * NULL. */
typedef struct moya_str {
  const char *data;
  size_t len;
} moya_str;

/* A header field. Callers make arrays of such structs, for example of {"Accept", "text/plain"}. A
 * later version may add fields after `name` and `value`. The `…_stride` next to an array says how
 * large its elements are. */
typedef struct moya_header {
  const char *name MOYA_0;  /* a token (RFC 9110 §5.1) */
  const char *value MOYA_0; /* no control characters except tab (RFC 9110 §5.5). In a target, a
                             * provider and a sample, a value need not be UTF-8, because the library
                             * does not convert it. NULL: the field is omitted */
} moya_header;

/* A name and a text: a parameter of a query, a value for a path, or the base URL of an environment
 * (provider.h). In a query, a parameter whose value is NULL is omitted. A later version may add
 * fields after `name` and `value`. The `…_stride` next to an array says how large its elements
 * are. */
typedef struct moya_parameter {
  const char *name MOYA_0;
  const char *value MOYA_0;
} moya_parameter;

/* Releases what `context` points to. The library calls this function once, from any thread, when it
 * no longer uses `context` and the data that was passed together with `context`. */
typedef void (*moya_release_fn)(void *context);

/* What a handler (handlers.h) returns. */
enum {
  MOYA_FLOW_CONTINUE = 0,
  /* Pauses the call. Until moya_call_resume is called, handlers receive no more of the body, and
   * the call does not end unless it fails. The library stops reading from the connection, so the
   * server waits. Other calls continue, including those on the same HTTP/2 connection. A total
   * timeout that the program has set continues to count; the idle timeout does not. */
  MOYA_FLOW_PAUSE = 1,
  MOYA_FLOW_STOP = 2 /* the call ends with MOYA_ERROR_CANCELLED; any number that is not listed here
                      * does the same */
};
typedef int32_t moya_flow;

/* Handles. Only functions of the library create and release them. */
typedef struct moya_provider moya_provider; /* connections, plugins, defaults */
typedef struct moya_call moya_call;         /* a call that was sent or enqueued; its caller can
                                             * query and cancel it */
typedef struct moya_blocking_call moya_blocking_call; /* a blocking call that has not ended; its
                                                       * caller can continue or release it */
typedef struct moya_group moya_group;       /* calls that a program limits, cancels or awaits
                                             * together */
typedef struct moya_stubs moya_stubs;       /* rules that respond to requests instead of the
                                             * network */
typedef struct moya_queue moya_queue;       /* stores what calls report, as rows, until the program
                                             * takes the rows */
typedef struct moya_response moya_response; /* immutable, reference counted, usable from any
                                             * thread */
typedef struct moya_error moya_error;       /* why a function or a call failed; immutable, reference
                                             * counted, usable from any thread */

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_str) == 16, "moya_str");
_Static_assert(sizeof(moya_header) == 16, "moya_header");
#endif

#ifdef __cplusplus
}
#endif

#endif
