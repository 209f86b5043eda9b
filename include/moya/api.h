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

/* Opens the definition in a file, or in a text of `length` bytes, which is copied. It is checked whole: MOYA_ERROR_DEFINITION
 * names the place as a JSON Pointer (RFC 6901) and the reason. `provider` must live until the last call through the API
 * has ended; it may have any number of APIs. Release with moya_api_release. Errors: NULL, UTF8 (the path), FILE, MEMORY, DEFINITION.
 * [any thread; moya_api_open reads a file, and may block] */
MOYA_API moya_status moya_api_open(moya_provider *provider, const char *path, moya_api **api, moya_error **error)
    MOYA_NONNULL(1, 2, 3) MOYA_WARN_UNUSED;
MOYA_API moya_status moya_api_parse(moya_provider *provider, const char *text, size_t length, moya_api **api,
                                    moya_error **error) MOYA_NONNULL(1, 2, 4) MOYA_WARN_UNUSED;

/* Gives up an API. Calls that were sent go on. [any thread] */
MOYA_API void moya_api_release(moya_api *api);

/* The number of its endpoints. [any thread] */
MOYA_API size_t moya_api_count(const moya_api *api);

/* The name of an endpoint, in the order of the definition; {NULL, 0}: no such index. Valid as long as the API.
 * [any thread] */
MOYA_API moya_str moya_api_name_at(const moya_api *api, size_t index);
MOYA_API const char *moya_api_name_at_data(const moya_api *api, size_t index, size_t *len);

/* What an endpoint is given and what it answers: "(str name, i64? page) -> [repo]"; {NULL, 0}: no such endpoint. Valid as
 * long as the API. [any thread] */
MOYA_API moya_str moya_api_signature(const moya_api *api, const char *endpoint);
MOYA_API const char *moya_api_signature_data(const moya_api *api, const char *endpoint, size_t *len);

/* What the definition says of an endpoint in words; {NULL, 0}: nothing, or there is no such endpoint. Valid as long as the
 * API. [any thread] */
MOYA_API moya_str moya_api_description(const moya_api *api, const char *endpoint);
MOYA_API const char *moya_api_description_data(const moya_api *api, const char *endpoint, size_t *len);

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
  MOYA_ARGUMENT_ARRAY = 1 /* `data` is an array of `length` values of `kind`: int64_t, uint64_t, double, bool, const char *, or
                             * moya_str for BYTES */
};

/* A value for a parameter of an endpoint. Made by the macros below; read before the function returns, and not kept. */
typedef struct moya_argument {
  const char *name MOYA_0;     /* the parameter's */
  moya_kind kind MOYA_0;       /* I64, U64, F64, BOOLEAN, STR, TEXT, BYTES, DATE, RAW or STRUCT; 0: it is not given */
  uint32_t flags MOYA_0;       /* MOYA_ARGUMENT_… */
  int64_t integer MOYA_0;      /* I64, DATE; BOOLEAN: 0 or 1; U64: the same bits */
  double number MOYA_0;        /* F64 */
  const void *data MOYA_0;     /* STR: a text ended by a zero; TEXT, BYTES, RAW: `length` bytes; STRUCT: the struct */
  size_t length MOYA_0;
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
#define MOYA_ARG_BYTES(name_, data_, length_) {name_, MOYA_KIND_BYTES, 0, 0, 0, data_, length_, NULL, 0}
/* Microseconds since 1970, in UTC. */
#define MOYA_ARG_DATE(name_, value_) {name_, MOYA_KIND_DATE, 0, value_, 0, NULL, 0, NULL, 0}
#define MOYA_ARG_RAW(name_, json_, length_) {name_, MOYA_KIND_RAW, 0, 0, 0, json_, length_, NULL, 0}
#define MOYA_ARG_STRUCT(name_, type_, value_) {name_, MOYA_KIND_STRUCT, 0, 0, 0, value_, 0, type_, 0}
/* JSON's null, for a parameter that is nullable or raw. */
#define MOYA_ARG_NULL(name_) MOYA_ARG_RAW(name_, "null", 4)

/* Sends an endpoint's request and waits, as moya_provider_call does. Arguments come in any order; a parameter that may be
 * left out is left out, or has its default. Errors: NULL, UTF8, STATE; ARGUMENT: no such endpoint, a parameter that is missing,
 * unknown or given twice, a value of another type or out of its range, where the message names endpoint and parameter;
 * ENCODING: JSON text that is none; INVALID_URL, INVALID_REQUEST, BODY. Or the call ends as moya_provider_call says.
 * [not in callbacks] */
MOYA_API moya_status moya_api_call(moya_api *api, const char *endpoint, const moya_argument *arguments, size_t count,
                                   moya_response **response, moya_error **error)
    MOYA_NONNULL(1, 2, 5) MOYA_WARN_UNUSED;

/* The same in slices, as moya_provider_exchange: it waits at most `timeout_ms` (−1: until the end). With *exchange NULL a call
 * begins; a call that has not ended is continued by this function or by that one, which then read `exchange` alone.
 * Errors: those of moya_api_call and of moya_provider_exchange. [not in callbacks] */
MOYA_API moya_status moya_api_exchange(moya_api *api, const char *endpoint, const moya_argument *arguments,
                                       size_t count, int32_t timeout_ms, moya_exchange **exchange,
                                       moya_response **response, moya_error **error)
    MOYA_NONNULL(6, 7) MOYA_WARN_UNUSED;

/* The same, as moya_provider_send and moya_provider_enqueue do. Errors: theirs, and those above. [any thread] */
MOYA_API moya_status moya_api_send(moya_api *api, const char *endpoint, const moya_argument *arguments, size_t count,
                                   moya_callback_fn callback, void *user, moya_release_fn release_user,
                                   moya_call **call, moya_error **error) MOYA_NONNULL(1, 2, 5) MOYA_WARN_UNUSED;
MOYA_API moya_status moya_api_enqueue(moya_api *api, const char *endpoint, const moya_argument *arguments, size_t count,
                                      moya_queue *queue, uint64_t tag, moya_call **call, moya_error **error)
    MOYA_NONNULL(1, 2, 5) MOYA_WARN_UNUSED;

/* Gets the target of a call: for what takes one, such as moya_group_send, moya_provider_start and moya_stubs_request. */
typedef moya_status (*moya_target_fn)(void *user, const moya_target *target);

/* Fills a target with the arguments and shows it to `use`, which runs before this returns and whose status is returned. The
 * target is valid meanwhile. Errors: those of arguments above, and what `use` returns. [any thread] */
MOYA_API moya_status moya_api_target(moya_api *api, const char *endpoint, const moya_argument *arguments, size_t count,
                                     moya_target_fn use, void *user, moya_error **error) MOYA_NONNULL(1, 2, 5);

#if defined(__LP64__) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_argument) == 64, "moya_argument");
#endif

#ifdef __cplusplus
}
#endif

#endif
