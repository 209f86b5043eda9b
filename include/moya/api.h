/* A definition is a document that describes an HTTP API. A program calls the endpoints of the API
 * by name, at run time.
 *
 *     {"moya": 1, "name": "github", "base_url": "https://api.github.com", "endpoints": {
 *       "user_repos": {"path": "/users/{name}/repos", "parameters": [
 *         {"name": "name", "in": "path", "type": "str"},
 *         {"name": "page", "in": "query", "type": "i64?"}]}}}
 *
 *     moya_api *github = NULL;
 *     status = moya_api_open(provider, "github.moya.json", &github, &error);
 *     …
 *     const moya_argument arguments[] = {MOYA_ARG_STR("name", "octocat"), MOYA_ARG_I64("page", 2)};
 *     status = moya_api_call(github, "user_repos", arguments, 2, NULL, &response, &error);
 *
 * One definition serves programs in every language. docs/definitions.md describes what a definition
 * may contain. The functions below send a request by the same rules as the functions that send a
 * moya_target. The provider's timeouts, plugins, stubs and retries apply, unless the definition
 * sets its own. */
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

/* An open definition and the provider that sends its requests. A moya_api never changes, and any
 * thread may use it. */
typedef struct moya_api moya_api;

/* moya_api_open opens the definition in a file. moya_api_parse opens the definition in a text of
 * `len` bytes. The library copies the text. Release the API with moya_api_release.
 *
 * The library checks the whole definition. The message of MOYA_ERROR_DEFINITION names the place, as
 * a JSON Pointer (RFC 6901), and the reason. `provider` must live until the last call of the API
 * has ended. A provider may have any number of APIs. Errors: NULL, UTF8 (the path), FILE, MEMORY,
 * DEFINITION. [any thread; moya_api_open reads a file, and may block] */
MOYA_API moya_status moya_api_open(moya_provider *provider, const char *path, moya_api **api,
                                   moya_error **error)
    MOYA_NONNULL(1, 2, 3) MOYA_WARN_UNUSED;
MOYA_API moya_status moya_api_parse(moya_provider *provider, const char *text, size_t len,
                                    moya_api **api, moya_error **error)
    MOYA_NONNULL(1, 2, 4) MOYA_WARN_UNUSED;

/* Releases an API. Calls that have started continue. [any thread] */
MOYA_API void moya_api_release(moya_api *api);

/* Returns the number of endpoints. [any thread] */
MOYA_API size_t moya_api_count(const moya_api *api);

/* Returns the name of an endpoint. Indexes follow the order of the definition. Returns {NULL, 0} if
 * there is no such index. The name is valid as long as the API. [any thread] */
MOYA_API moya_str moya_api_name_at(const moya_api *api, size_t index);

/* Returns a text with the parameters and the result of an endpoint:
 * "(str name, i64? page) -> [repo]". Returns {NULL, 0} if there is no such endpoint. The text is
 * valid as long as the API. [any thread] */
MOYA_API moya_str moya_api_signature(const moya_api *api, const char *endpoint);

/* Returns the description of an endpoint. Returns {NULL, 0} if the endpoint has no description, or
 * if there is no such endpoint. The text is valid as long as the API. [any thread] */
MOYA_API moya_str moya_api_description(const moya_api *api, const char *endpoint);

/* Returns the table (type.h) that lists the members of a struct of the definition. Use it for
 * moya_response_decode, or in a language that reads structs at run time. Returns NULL if there is
 * no such type, or if the type is an enumeration. The table is valid as long as the API.
 *
 * The struct has a member for each field, in the order of the fields. The kind of a field decides
 * the C type of the member. The layout is that of a C compiler. A list or a map is a pointer
 * followed by a size_t, the number of elements. The layout of a field that may be absent, and has
 * no default, depends on its type:
 *
 *   Text, bytes, raw, list, map  The member has the layout above. Its pointer is NULL if the field
 *                                is absent.
 *   Struct                       The member is a pointer, which is NULL if the field is absent.
 *   Other types                  The member is followed by a bool, which is true if the field is
 *                                present.
 *
 * [any thread] */
MOYA_API const moya_type *moya_api_type(const moya_api *api, const char *name);

/* Returns the table that describes the result of an endpoint. Pass the table to
 * moya_response_decode. Returns NULL if the definition has no result for the endpoint, or if there
 * is no such endpoint. The table is valid as long as the API.
 *
 * If `key_path` is not NULL, stores in *key_path the key path at which the body has the result. ""
 * means that the whole body is the result. The type of the result decides what the table describes:
 *
 *   "user", a struct   The struct itself.
 *   "user?", optional  A struct whose only member is the result. The member has the layout of a
 *                      field that may be absent (see moya_api_type), so for a struct it is a
 *                      pointer. If the body is null or empty (204), or has nothing at the key path,
 *                      moya_response_decode succeeds and the member is absent.
 *   Any other type     A struct whose only member is the result. A list is a pointer followed by a
 *                      size_t, the number of elements.
 *
 * [any thread] */
MOYA_API const moya_type *moya_api_result(const moya_api *api, const char *endpoint,
                                          const char **key_path);

/* Flags of an argument. */
enum {
  MOYA_ARGUMENT_ARRAY = 1 /* `data` is an array of `len` values of `kind`: int64_t, uint64_t,
                           * double, bool, const char *, or moya_str for BYTES */
};

/* A value for a parameter of an endpoint. The macros below make an argument. The library reads the
 * argument before the function returns and does not store it. Programs have arrays of this struct,
 * so later versions add no fields. */
typedef struct moya_argument {
  const char *name MOYA_0;     /* the name of the parameter */
  moya_kind kind MOYA_0;       /* I64, U64, F64, BOOLEAN, STR, TEXT, BYTES, DATE, RAW or STRUCT; 0:
                                * the parameter is not given */
  uint32_t flags MOYA_0;       /* MOYA_ARGUMENT_… */
  int64_t integer MOYA_0;      /* for I64 and DATE; for BOOLEAN: 0 or 1; for U64: the bits of the
                                * number */
  double number MOYA_0;        /* for F64 */
  const void *data MOYA_0;     /* for STR: a NUL-terminated text; for TEXT, BYTES and RAW: `len`
                                * bytes; for STRUCT: the struct */
  size_t len MOYA_0;
  const moya_type *type MOYA_0; /* for STRUCT: its table */
  uint64_t reserved MOYA_0;     /* 0; anything else is MOYA_ERROR_ARGUMENT */
} moya_argument;

/* The kind of an argument may differ from the type of its parameter. Besides the kind of its own
 * type, a parameter accepts these kinds:
 *
 *   I64     if the type is an integer type or `f64`, and the value is in range.
 *   RAW     if JSON can express the type: the argument is a JSON text.
 *   STR     if the type is an enumeration: the argument is one of its names. Or if the type is
 *           `file`: the argument is the path of the file.
 *   STRUCT  if the type is a list or a map in a body, and the table in the argument's `type` has
 *           the flag MOYA_TYPE_VALUE. */
#define MOYA_ARG_I64(name_, value_) {name_, MOYA_KIND_I64, 0, value_, 0, NULL, 0, NULL, 0}
#define MOYA_ARG_U64(name_, value_) \
  {name_, MOYA_KIND_U64, 0, (int64_t)(uint64_t)(value_), 0, NULL, 0, NULL, 0}
#define MOYA_ARG_F64(name_, value_) {name_, MOYA_KIND_F64, 0, 0, value_, NULL, 0, NULL, 0}
#define MOYA_ARG_BOOLEAN(name_, value_) \
  {name_, MOYA_KIND_BOOLEAN, 0, (value_) ? 1 : 0, 0, NULL, 0, NULL, 0}
/* If the parameter is required and nullable, the value NULL stands for JSON null. For any other
 * parameter, NULL means that the parameter is not given. */
#define MOYA_ARG_STR(name_, value_) {name_, MOYA_KIND_STR, 0, 0, 0, value_, 0, NULL, 0}
#define MOYA_ARG_BYTES(name_, data_, len_) {name_, MOYA_KIND_BYTES, 0, 0, 0, data_, len_, NULL, 0}
/* Makes an argument that is a date. `value_` is in microseconds since 1970, in UTC. */
#define MOYA_ARG_DATE(name_, value_) {name_, MOYA_KIND_DATE, 0, value_, 0, NULL, 0, NULL, 0}
#define MOYA_ARG_RAW(name_, json_, len_) {name_, MOYA_KIND_RAW, 0, 0, 0, json_, len_, NULL, 0}
#define MOYA_ARG_STRUCT(name_, type_, value_) \
  {name_, MOYA_KIND_STRUCT, 0, 0, 0, value_, 0, type_, 0}
/* Makes an argument that is JSON null, for a parameter that is nullable or raw. */
#define MOYA_ARG_NULL(name_) MOYA_ARG_RAW(name_, "null", 4)

/* Sends an endpoint's request and waits, as moya_provider_call does. Arguments may come in any
 * order. An optional parameter that is not given has its default. If it has no default, it is left
 * out.
 *
 * Errors: NULL, UTF8, STATE; ARGUMENT: no such endpoint, a parameter that is missing, unknown or
 * given twice, or a value of another type or out of range (the message names the endpoint and the
 * parameter); ENCODING: invalid JSON text; INVALID_URL, INVALID_REQUEST, BODY; the errors that
 * moya_provider_call names for `handlers`. The call itself may also fail, as moya_provider_call
 * says. [not in callbacks] */
MOYA_API moya_status moya_api_call(moya_api *api, const char *endpoint,
                                   const moya_argument *arguments, size_t count,
                                   const moya_handlers *handlers, moya_response **response,
                                   moya_error **error)
    MOYA_NONNULL(1, 2) MOYA_WARN_UNUSED;

/* Sends an endpoint's request and waits at most `timeout_ms` (MOYA_NO_TIMEOUT: until the call
 * ends), as moya_provider_call_for does. To continue a call that has not ended, pass its
 * `blocking_call` to this function or to moya_provider_call_for. Both then ignore the parameters
 * that describe the call: the API, the endpoint and the arguments, or the provider and the target.
 * Errors: those of moya_api_call and of moya_provider_call_for. [not in callbacks] */
MOYA_API moya_status moya_api_call_for(moya_api *api, const char *endpoint,
                                       const moya_argument *arguments, size_t count,
                                       int32_t timeout_ms, moya_blocking_call **blocking_call,
                                       moya_response **response, moya_error **error)
    MOYA_NONNULL(6) MOYA_WARN_UNUSED;

/* These two functions send an endpoint's request, as moya_provider_send and moya_provider_enqueue
 * do. Errors: those of the provider's function, and the argument errors of moya_api_call.
 * [any thread] */
MOYA_API moya_status moya_api_send(moya_api *api, const char *endpoint,
                                   const moya_argument *arguments, size_t count,
                                   const moya_handlers *handlers, moya_group *group,
                                   moya_call **call, moya_error **error)
    MOYA_NONNULL(1, 2, 5) MOYA_WARN_UNUSED;
MOYA_API moya_status moya_api_enqueue(moya_api *api, const char *endpoint,
                                      const moya_argument *arguments, size_t count,
                                      moya_queue *queue, uint64_t tag, uint32_t parts,
                                      moya_group *group, moya_call **call, moya_error **error)
    MOYA_NONNULL(1, 2, 5) MOYA_WARN_UNUSED;

/* Receives the target of a call. This function may pass the target to functions that take one, for
 * example moya_target_copy. */
typedef moya_status (*moya_target_fn)(void *user, const moya_target *target);

/* Fills a target with the arguments and passes it to `use`. Returns what `use` returns. `use` runs
 * before this function returns, and the target is valid until `use` returns. Errors: the argument
 * errors of moya_api_call, and what `use` returns. [any thread] */
MOYA_API moya_status moya_api_target(moya_api *api, const char *endpoint,
                                     const moya_argument *arguments, size_t count,
                                     moya_target_fn use, void *user, moya_error **error)
    MOYA_NONNULL(1, 2, 5);

/* ── Endpoints as functions ───────────────────────────────────────────────────────────────────────
 *
 * moya_api_bind makes a C function that sends the request of one endpoint. A text, the signature,
 * says which parameters the function has.
 *
 *     typedef moya_status user_repos_fn(const char *, int64_t, moya_response **, moya_error **);
 *     user_repos_fn *user_repos = (user_repos_fn *)moya_api_bind(
 *         github, "user_repos", MOYA_BIND_CALL, "(str name, i64 page)", &error);
 *     if (!user_repos) …  // the error message shows both signatures
 *     moya_status status = user_repos("octocat", 2, &response, &error);
 *
 * moya_api_call sends the same request, without a function for the endpoint.
 *
 *   Signatures  The signature text must match the definition: the same names, in the same order,
 *               with the same types. You may omit the `?` of an optional parameter ("i64? page");
 *               the function then always passes a value. You may declare any parameter as `raw`;
 *               its argument is then a JSON text. For a text without names, "(str, i64)", only the
 *               C types must match.
 *   Types       Each word of a signature stands for one C type:
 *
 *     i8 … u64, f32, f64, boolean   the number or bool
 *     str, file                     const char *
 *     bytes, raw                    moya_str
 *     date                          int64_t, microseconds since 1970 in UTC
 *     name of an enumeration        int32_t, the index of a name
 *     name of a struct              a pointer to the struct, laid out as moya_api_type says
 *     [T]                           moya_api_list of numbers, texts, indexes, structs or lists
 *     {T}                           moya_api_list of MOYA_ENTRY(T) (type.h)
 *
 *   Optional    If the type ends with `?`, NULL leaves the parameter out. An optional str, bytes,
 *               raw, file, struct, list or map has the C type above. Any other optional type is a
 *               pointer to the C type above.
 *   Lifetime    A function lives as long as its API. Any thread may call it. Calling it after the
 *               API is released is undefined. A call that is running when the API is released ends
 *               normally.
 *   Memory      The library makes the code of a function with libffi. Some systems refuse
 *               executable memory. The library detects this once, and then returns
 *               MOYA_ERROR_UNSUPPORTED. moya_api_call and moya_api_send_typed need no executable
 *               memory. */

/* A function of any type. Cast the function to the type of its signature before you call it. */
typedef void (*moya_api_function)(void);

/* The kinds of functions that moya_api_bind makes. */
enum {
  /* The function works like moya_api_call. Its last parameters are: moya_response **,
   * moya_error **. [not in callbacks] */
  MOYA_BIND_CALL = 0,
  /* The function works like moya_api_send. Its last parameters are: moya_callback_fn end,
   * void *user, moya_call **, moya_error ** */
  MOYA_BIND_SEND = 1,
  /* The function works like moya_api_enqueue. Its last parameters are: moya_queue *, uint64_t tag,
   * moya_call **, moya_error ** */
  MOYA_BIND_ENQUEUE = 2
};
typedef int32_t moya_bind_kind;

/* Makes a function that returns a moya_status. Its first parameters are those of `signature`. The
 * comments of MOYA_BIND_… say which parameters follow for each `kind`. If the arguments are those
 * of an earlier call, moya_api_bind returns the same function again. On failure, returns NULL and
 * stores the reason in *error. Errors: NULL, UTF8; ARGUMENT: no such endpoint or kind, or a
 * signature that does not match; UNSUPPORTED: no executable memory. [any thread] */
MOYA_API moya_api_function moya_api_bind(moya_api *api, const char *endpoint, moya_bind_kind kind,
                                         const char *signature, moya_error **error)
    MOYA_NONNULL(1, 2, 4);

/* A list of at most 10 000 elements in one array. The signature says what the elements are. In the
 * array, a text is a const char *, a struct is the struct itself, and an inner list is a
 * moya_api_list. Later versions add no fields to this struct. */
typedef struct moya_api_list {
  const void *items MOYA_0;
  size_t count MOYA_0;
} moya_api_list;

/* Sends an endpoint's request as moya_api_send does, and passes fields of the result to
 * `completion` as arguments:
 *
 *     static void on_user(void *user, moya_status status, const char *login, int64_t followers) {
 *       …
 *     }
 *     status = moya_api_send_typed(github, "user", arguments, 1, (moya_api_function)on_user,
 *                                  "(str login, i64 followers)", user, NULL, NULL, &error);
 *
 * `signature` names fields of the result, in any order, with their types. Instead, the signature
 * may have one parameter, with any name, whose type is that of the whole result. If a field may be
 * absent, its type in the signature may end with `?`. Without the `?`, an absent field is 0 or
 * NULL. If the whole result is absent ("user?"), all fields are 0 and NULL and `status` is MOYA_OK.
 *
 * After a failure, `status` is the reason and the fields are 0 and NULL. A body that does not match
 * the definition is a failure. What the fields point to is valid until `completion` returns.
 * `completion` runs where a moya_callback_fn would run. Errors: those of moya_api_send; ARGUMENT: a
 * signature that does not match, or an endpoint without a result. [any thread] */
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
