/* An API as a document: endpoints that are known at run time, from a definition, which serves every language.
 *
 *     {"moya": 1, "name": "github", "base_url": "https://api.github.com", "endpoints": {
 *       "user_repos": {"path": "/users/{name}/repos", "parameters": [
 *         {"name": "name", "in": "path", "type": "str"}, {"name": "page", "in": "query", "type": "i64?"}]}}}
 *
 *     moya_api *github = NULL;
 *     status = moya_api_open(provider, "github.moya.json", &github, &error);
 *     …
 *     const moya_argument arguments[] = {MOYA_ARG_STR("name", "octocat"), MOYA_ARG_I64("page", 2)};
 *     status = moya_api_call(github, "user_repos", arguments, 2, &response, &error);
 *
 * docs/definitions.md says what may stand in a definition. The functions below send what moya_target says in C, with the
 * same rules: timeouts, plugins, stubs and retries are the provider's unless the definition has its own. */
#ifndef MOYA_API_H
#define MOYA_API_H

#include "base.h"
#include "call.h"
#include "queue.h"
#include "target.h"
#include "type.h"
#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A definition that was opened, with the provider that sends its calls. Immutable, usable from any thread. */
typedef struct moya_api moya_api;

/* Opens the definition in a file, or in a text of `len` bytes, which is copied. It is checked whole: MOYA_ERROR_DEFINITION
 * names the place as a JSON Pointer (RFC 6901) and the reason. `provider` must live until the last call through the API
 * has ended; it may have any number of APIs. Release with moya_api_release. Errors: NULL, UTF8 (the path), FILE, MEMORY, DEFINITION.
 * [any thread; moya_api_open reads a file, and may block] */
MOYA_API moya_status moya_api_open(moya_provider *provider, const char *path, moya_api **api, moya_error **error)
    MOYA_NONNULL(1, 2, 3) MOYA_WARN_UNUSED;
MOYA_API moya_status moya_api_parse(moya_provider *provider, const char *text, size_t len, moya_api **api,
                                    moya_error **error) MOYA_NONNULL(1, 2, 4) MOYA_WARN_UNUSED;

/* Gives up an API. Calls that were sent go on. [any thread] */
MOYA_API void moya_api_release(moya_api *api);

/* The number of its endpoints. [any thread] */
MOYA_API size_t moya_api_count(const moya_api *api);

/* The name of an endpoint, in the order of the definition; {NULL, 0}: no such index. Valid as long as the API.
 * [any thread] */
MOYA_API moya_str moya_api_name_at(const moya_api *api, size_t index);

/* What an endpoint is given and what it answers: "(str name, i64? page) -> [repo]"; {NULL, 0}: no such endpoint. Valid as
 * long as the API. [any thread] */
MOYA_API moya_str moya_api_signature(const moya_api *api, const char *endpoint);

/* What the definition says of an endpoint in words; {NULL, 0}: nothing, or there is no such endpoint. Valid as long as the
 * API. [any thread] */
MOYA_API moya_str moya_api_description(const moya_api *api, const char *endpoint);

/* A struct of the definition as a table (type.h), for moya_response_decode and for languages that read structs at run
 * time. Its members lie as a C compiler places them, in the order of the fields, each with its kind's type; behind a list's or
 * map's pointer comes its size_t. A field that may be absent and has no default: a text, bytes and a list are NULL then, a struct is a pointer,
 * anything else has a bool behind it. NULL: there is no such type, or it is an enumeration. Valid as long as the API.
 * [any thread] */
MOYA_API const moya_type *moya_api_type(const moya_api *api, const char *name);

/* What an endpoint answers, as a table for moya_response_decode, and in `key_path`, unless that is NULL, where in the body
 * it is: "" is the whole. What is no struct of the definition is the one member of a struct: a list its pointer and its
 * size_t. So is a result that may be absent ("user?"): a struct is a pointer, and anything else as in moya_api_type. For null, a
 * body without a value (204), and a key path that leads nowhere, moya_response_decode succeeds and the member is absent. NULL:
 * the definition says nothing of it, or there is no such endpoint. Valid as long as the API. [any thread] */
MOYA_API const moya_type *moya_api_result(const moya_api *api, const char *endpoint, const char **key_path);

/* Flags of an argument. */
enum {
  MOYA_ARGUMENT_ARRAY = 1 /* `data` is an array of `len` values of `kind`: int64_t, uint64_t, double, bool, const char *, or
                             * moya_str for BYTES */
};

/* A value for a parameter of an endpoint. The macros below make one. The library reads it before the
 * function returns and does not keep it. In arrays; it never grows. */
typedef struct moya_argument {
  const char *name MOYA_0;     /* the parameter's */
  moya_kind kind MOYA_0;       /* I64, U64, F64, BOOLEAN, STR, TEXT, BYTES, DATE, RAW or STRUCT; 0: it is not given */
  uint32_t flags MOYA_0;       /* MOYA_ARGUMENT_… */
  int64_t integer MOYA_0;      /* I64, DATE; BOOLEAN: 0 or 1; U64: the same bits */
  double number MOYA_0;        /* F64 */
  const void *data MOYA_0;     /* STR: a text ended by a zero; TEXT, BYTES, RAW: `len` bytes; STRUCT: the struct */
  size_t len MOYA_0;
  const moya_type *type MOYA_0; /* STRUCT */
  uint64_t reserved MOYA_0;     /* 0; anything else is MOYA_ERROR_ARGUMENT */
} moya_argument;

/* A parameter's type decides, not these: an I64 is fine for an `i8`, a `u64` or an `f64` whose range it is in; a RAW, which
 * is JSON text, is fine for everything that JSON can say; a STR is fine for an enumeration and for the path of a `file`; a
 * STRUCT with MOYA_TYPE_VALUE for a list or a map in a body. */
#define MOYA_ARG_I64(name_, value_) {name_, MOYA_KIND_I64, 0, value_, 0, NULL, 0, NULL, 0}
#define MOYA_ARG_U64(name_, value_) {name_, MOYA_KIND_U64, 0, (int64_t)(uint64_t)(value_), 0, NULL, 0, NULL, 0}
#define MOYA_ARG_F64(name_, value_) {name_, MOYA_KIND_F64, 0, 0, value_, NULL, 0, NULL, 0}
#define MOYA_ARG_BOOLEAN(name_, value_) {name_, MOYA_KIND_BOOLEAN, 0, (value_) ? 1 : 0, 0, NULL, 0, NULL, 0}
/* NULL: it is not given; of a parameter that is nullable and may not be left out, it is null. */
#define MOYA_ARG_STR(name_, value_) {name_, MOYA_KIND_STR, 0, 0, 0, value_, 0, NULL, 0}
#define MOYA_ARG_BYTES(name_, data_, len_) {name_, MOYA_KIND_BYTES, 0, 0, 0, data_, len_, NULL, 0}
/* Microseconds since 1970, in UTC. */
#define MOYA_ARG_DATE(name_, value_) {name_, MOYA_KIND_DATE, 0, value_, 0, NULL, 0, NULL, 0}
#define MOYA_ARG_RAW(name_, json_, len_) {name_, MOYA_KIND_RAW, 0, 0, 0, json_, len_, NULL, 0}
#define MOYA_ARG_STRUCT(name_, type_, value_) {name_, MOYA_KIND_STRUCT, 0, 0, 0, value_, 0, type_, 0}
/* JSON's null, for a parameter that is nullable or raw. */
#define MOYA_ARG_NULL(name_) MOYA_ARG_RAW(name_, "null", 4)

/* Sends an endpoint's request and waits, as moya_provider_call does. Arguments come in any order. A
 * parameter that may be left out is left out, or has its default.
 *
 * Errors: NULL, UTF8, STATE; ARGUMENT: no such endpoint, a parameter that is missing, unknown or given
 * twice, a value of another type or out of its range, where the message names endpoint and parameter;
 * ENCODING: JSON text that is none; INVALID_URL, INVALID_REQUEST, BODY; what moya_provider_call says of
 * `handlers`. Or the call ends as moya_provider_call says. [not in callbacks] */
MOYA_API moya_status moya_api_call(moya_api *api, const char *endpoint, const moya_argument *arguments,
                                   size_t count, const moya_handlers *handlers,
                                   moya_response **response, moya_error **error)
    MOYA_NONNULL(1, 2) MOYA_WARN_UNUSED;

/* The same in slices, as moya_provider_call_for: waits at most `timeout_ms` (MOYA_NO_TIMEOUT: until the
 * end). A call that has not ended is continued by this function or by that one; both then read
 * `blocking_call` alone. Errors: those of moya_api_call and of moya_provider_call_for.
 * [not in callbacks] */
MOYA_API moya_status moya_api_call_for(moya_api *api, const char *endpoint,
                                       const moya_argument *arguments, size_t count,
                                       int32_t timeout_ms, moya_blocking_call **blocking_call,
                                       moya_response **response, moya_error **error)
    MOYA_NONNULL(6) MOYA_WARN_UNUSED;

/* Sends an endpoint's request, as moya_provider_send and moya_provider_enqueue do. Errors: theirs, and
 * those of arguments above. [any thread] */
MOYA_API moya_status moya_api_send(moya_api *api, const char *endpoint, const moya_argument *arguments,
                                   size_t count, const moya_handlers *handlers, moya_group *group,
                                   moya_call **call, moya_error **error)
    MOYA_NONNULL(1, 2, 5) MOYA_WARN_UNUSED;
MOYA_API moya_status moya_api_enqueue(moya_api *api, const char *endpoint,
                                      const moya_argument *arguments, size_t count, moya_queue *queue,
                                      uint64_t tag, uint32_t parts, moya_group *group,
                                      moya_call **call, moya_error **error)
    MOYA_NONNULL(1, 2, 5) MOYA_WARN_UNUSED;

/* Gets the target of a call: for functions that take one, such as moya_target_copy. */
typedef moya_status (*moya_target_fn)(void *user, const moya_target *target);

/* Fills a target with the arguments and shows it to `use`, which runs before this returns and whose status is returned. The
 * target is valid meanwhile. Errors: those of arguments above, and what `use` returns. [any thread] */
MOYA_API moya_status moya_api_target(moya_api *api, const char *endpoint, const moya_argument *arguments, size_t count,
                                     moya_target_fn use, void *user, moya_error **error) MOYA_NONNULL(1, 2, 5);

/* ── Endpoints as functions ────────────────────────────────────────────────────────────────────────
 *
 * moya_api_bind makes a C function of an endpoint, for a language or a program that calls functions by
 * a signature:
 *
 *     typedef moya_status user_repos_fn(const char *name, int64_t page, moya_response **, moya_error **);
 *     user_repos_fn *user_repos = (user_repos_fn *)moya_api_bind(
 *         github, "user_repos", MOYA_BIND_CALL, "(str name, i64 page)", &error);
 *     if (!user_repos) …                              the message shows both signatures
 *     moya_status status = user_repos("octocat", 2, &response, &error);
 *
 * moya_api_call does the same without such a function.
 *
 *   Signatures  The text must say what the definition does: the same names, in the same order, with the
 *               same types. A parameter that may be left out ("i64? page") may be declared without its
 *               `?`, and is then always given. Any may be declared `raw`, its JSON. A text without
 *               names, "(str, i64)", is compared by what C passes.
 *   Words       i8 … u64, f32, f64, boolean: the number or bool. str, file: const char *. bytes, raw:
 *               moya_str. date: int64_t, microseconds since 1970. The name of an enumeration: int32_t,
 *               the index of a name. The name of a struct: a pointer to one, laid out as moya_api_type
 *               says. [T]: moya_api_list, of numbers, texts, indices, structs or lists. {T}:
 *               moya_api_list of MOYA_ENTRY(T). With a `?` a parameter may be left out: str, bytes, raw,
 *               file, structs, lists and maps are then NULL, the others are pointers, and NULL.
 *   Functions   live as long as their API. Any thread may call them. Calling one after the API was
 *               released is undefined; a call that runs at that moment ends normally.
 *   Memory      libffi makes a function's code. A system may refuse executable memory. The library
 *               finds that out once, and then returns MOYA_ERROR_UNSUPPORTED. moya_api_call and
 *               moya_api_send_typed need none. */

/* Any function: cast it to its type before you call it. */
typedef void (*moya_api_function)(void);

/* What a bound function does, and its arguments after the endpoint's own. */
enum {
  MOYA_BIND_CALL = 0, /* moya_api_call: (moya_response **, moya_error **). [not in callbacks] */
  /* moya_api_send: (moya_callback_fn end, void *user, moya_call **, moya_error **) */
  MOYA_BIND_SEND = 1,
  MOYA_BIND_ENQUEUE = 2 /* moya_api_enqueue: (moya_queue *, uint64_t tag, moya_call **, moya_error **) */
};
typedef int32_t moya_bind_kind;

/* Makes a function that returns a moya_status and takes what `signature` says, then what `kind` says.
 * Returns the same function for the same arguments. Returns NULL on failure, with the reason in *error.
 * Errors: NULL, UTF8; ARGUMENT: no such endpoint or kind, or another signature; UNSUPPORTED: no
 * executable memory. [any thread] */
MOYA_API moya_api_function moya_api_bind(moya_api *api, const char *endpoint, moya_bind_kind kind,
                                         const char *signature, moya_error **error)
    MOYA_NONNULL(1, 2, 4);

/* At most 10 000 elements of a list, one after the other: of the C type that the word says, a text as
 * const char *, a struct itself, a list within a list as moya_api_list. It never grows. */
typedef struct moya_api_list {
  const void *items MOYA_0;
  size_t count MOYA_0;
} moya_api_list;

/* Sends an endpoint's request as moya_api_send does, and calls `completion` with fields of the result as
 * arguments:
 *
 *     static void on_user(void *user, moya_status status, const char *login, int64_t followers) { … }
 *     status = moya_api_send_typed(github, "user", arguments, 1, (moya_api_function)on_user,
 *                                  "(str login, i64 followers)", user, NULL, NULL, &error);
 *
 * `signature` names fields of the struct that the endpoint's result is, in any order, with their types;
 * or has one parameter of the result's own type, with any name. A field that may be absent has a `?`, or
 * is 0 if it is absent. If the whole result is absent ("user?"), all fields are 0 and NULL and `status`
 * is MOYA_OK. After a failure, `status` is the reason and the fields are 0 and NULL; a body that is not
 * what the definition says is a failure. What the fields point at is valid until `completion` returns.
 * It runs where a moya_callback_fn would. Errors: those of moya_api_send; ARGUMENT: another signature,
 * or an endpoint without a result. [any thread] */
MOYA_API moya_status moya_api_send_typed(moya_api *api, const char *endpoint,
                                         const moya_argument *arguments, size_t count,
                                         moya_api_function completion, const char *signature,
                                         void *user, moya_release_fn release_user, moya_call **call,
                                         moya_error **error)
    MOYA_NONNULL(1, 2, 5, 6) MOYA_WARN_UNUSED;

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_argument) == 64, "moya_argument");
_Static_assert(sizeof(moya_api_list) == 16, "moya_api_list");
#endif

#ifdef __cplusplus
}
#endif

#endif
