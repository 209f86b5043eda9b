/* Endpoints of a definition (api.h) as functions: what dlsym is to a library, moya_api_bind is to an API.
 *
 *     MOYA_FN(user_repos_fn, (str, name), (i64, page));
 *     user_repos_fn *user_repos = MOYA_API_SYMBOL(github, "user_repos", user_repos_fn, &error);
 *     if (!user_repos) …                                     the message shows both signatures
 *     moya_status status = user_repos("octocat", 2, &response, &error);
 *
 *   Signatures   MOYA_FN makes, from one list, a function's type and its signature text, "(str name, i64 page)". The text must say
 *                what the definition does: the same names, in the same order, with the same types. A parameter that may be
 *                left out may be declared without its `?`, and is then always given; any may be declared `raw`, its JSON.
 *                A text without names, "(str, i64)", as C++ makes it, is compared by what C passes.
 *   Words        i8 … u64, f32, f64, boolean: the number or bool. str, file: const char *. bytes, raw: moya_str. date:
 *                int64_t, microseconds since 1970. (names, state, s): int32_t, the index of a name. (ref, repo, r): const
 *                repo *, a struct laid out as moya_api_type says. (list, i64, ids): moya_list, of numbers, texts, names,
 *                structs or lists; (map, i64, counts): moya_list of MOYA_ENTRY(int64_t). With `opt_` before it a parameter
 *                may be left out: opt_str, opt_bytes, opt_raw, opt_file, opt_ref, opt_list and opt_map are then NULL, the
 *                others are pointers, const int64_t *, and NULL.
 *   Functions    live as long as their API, and may be called by any thread. A call that runs when the API is released
 *                ends as ever; calling a function after the release is undefined.
 *   Memory       A bound function is code that libffi makes. A system may refuse executable memory: that is found out once, and is
 *                MOYA_ERROR_UNSUPPORTED then; moya_api_call and moya_api_send_typed need none. */
#ifndef MOYA_BIND_H
#define MOYA_BIND_H

#include "api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Any function: to be cast to its type before it is called. */
typedef void (*moya_function)(void);

/* What a bound function does, and what comes behind its parameters. */
enum {
  MOYA_FORM_CALL = 0,   /* (moya_response **response, moya_error **error), as moya_api_call. [not in callbacks] */
  MOYA_FORM_SEND = 1,   /* (moya_callback_fn callback, void *user, moya_call **call, moya_error **error), as moya_api_send */
  MOYA_FORM_ENQUEUE = 2 /* (moya_queue *queue, uint64_t tag, moya_call **call, moya_error **error), as moya_api_enqueue */
};
typedef int32_t moya_form;

/* An endpoint as a function that returns a moya_status and takes what `signature` says, then what `form` does. NULL: it
 * failed, as `error` says. The same function is returned for the same arguments. Errors: NULL, UTF8; ARGUMENT: no such
 * endpoint or form, or another signature; UNSUPPORTED: no executable memory. [any thread] */
MOYA_API moya_function moya_api_bind(moya_api *api, const char *endpoint, moya_form form, const char *signature,
                                     moya_error **error) MOYA_NONNULL(1, 2, 4);

/* At most 10 000 elements of a list, one behind the other: of the C type that the word says, a text as const char *, a
 * struct itself, a list within a list as moya_list. */
typedef struct moya_list {
  const void *items MOYA_0;
  size_t count MOYA_0;
} moya_list;

/* Sends an endpoint's request as moya_api_send does, and gives `completion` the fields of the answer as arguments:
 *
 *     MOYA_COMPLETION(on_user_fn, (str, login), (i64, followers));
 *     static void on_user(void *user, moya_status status, const char *login, int64_t followers) { … }
 *     status = moya_api_send_typed(github, "user", arguments, 1, MOYA_COMPLETION_OF(on_user_fn, on_user),
 *                                  on_user_fn_signature, user, NULL, NULL, &error);
 *
 * `signature` names fields of the struct that the endpoint answers, any of them in any order, with their types; or has one
 * parameter of the answer's own type, of any name. A field that may be absent is declared with `opt_`, or is 0 when it is.
 * Of an answer that may be absent itself ("user?"), and is, all fields are 0 and NULL, and `status` is MOYA_OK.
 * After a failure, also when the body is not what the definition says, `status` has the reason and the fields are 0 and NULL. What they
 * point to is valid until `completion` returns. It runs where a moya_callback_fn would. Errors: those of moya_api_send; ARGUMENT:
 * another signature, or the definition does not say what the endpoint answers. [any thread] */
MOYA_API moya_status moya_api_send_typed(moya_api *api, const char *endpoint, const moya_argument *arguments,
                                         size_t count, moya_function completion, const char *signature, void *user,
                                         moya_release_fn release_user, moya_call **call, moya_error **error)
    MOYA_NONNULL(1, 2, 5, 6) MOYA_WARN_UNUSED;

/* The bound function of a type that MOYA_FN made; NULL: it failed. */
#define MOYA_API_SYMBOL(api, endpoint, type, error) \
  ((type *)moya_api_bind(api, endpoint, MOYA_FORM_CALL, type##_signature, error))
#define MOYA_API_SYMBOL_SEND(api, endpoint, type, error) \
  ((type##_send *)moya_api_bind(api, endpoint, MOYA_FORM_SEND, type##_signature, error))
#define MOYA_API_SYMBOL_ENQUEUE(api, endpoint, type, error) \
  ((type##_enqueue *)moya_api_bind(api, endpoint, MOYA_FORM_ENQUEUE, type##_signature, error))

/* A completion as moya_api_send_typed takes it, if it has the type. */
#if defined(__cplusplus)
#define MOYA_COMPLETION_OF(type, function) (reinterpret_cast<moya_function>(static_cast<type *>(function)))
#else
#define MOYA_COMPLETION_OF(type, function) ((moya_function)(type *){function})
#endif

/* ── What the macros are made of ───────────────────────────────────────────────────────────────────────────────────── */

/* MOYA_FN(name, (word, parameter), …), with at most 16 parameters: the types `name`, `name_send` and `name_enqueue`, and
 * the text `name_signature`. MOYA_COMPLETION(name, …) the same for a completion. */
#define MOYA_FN(...) MOYA_BIND_CAT(MOYA_BIND_FN, MOYA_BIND_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define MOYA_COMPLETION(...) MOYA_BIND_CAT(MOYA_BIND_END, MOYA_BIND_COUNT(__VA_ARGS__))(__VA_ARGS__)

#if defined(__GNUC__)
#define MOYA_BIND_UNUSED __attribute__((unused))
#else
#define MOYA_BIND_UNUSED
#endif

/* Only a program's own parameters have names, which may be any: also `user`, `tag` and `error`. */
#define MOYA_BIND_FUNCTION(name, parameters, text)                                                                    \
  typedef moya_status name(MOYA_BIND_OPEN parameters moya_response **, moya_error **);                                \
  typedef moya_status name##_send(MOYA_BIND_OPEN parameters moya_callback_fn, void *, moya_call **, moya_error **);   \
  typedef moya_status name##_enqueue(MOYA_BIND_OPEN parameters moya_queue *, uint64_t, moya_call **, moya_error **);  \
  static const char name##_signature[] MOYA_BIND_UNUSED = "(" text ")"
#define MOYA_BIND_ENDING(name, parameters, text)                    \
  typedef void name(void *, moya_status MOYA_BIND_OPEN parameters); \
  static const char name##_signature[] MOYA_BIND_UNUSED = "(" text ")"

#define MOYA_BIND_OPEN(...) __VA_ARGS__
#define MOYA_BIND_CAT(a, b) MOYA_BIND_CAT_(a, b)
#define MOYA_BIND_CAT_(a, b) a##b
#define MOYA_BIND_COUNT(...) MOYA_BIND_COUNT_(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, )
#define MOYA_BIND_COUNT_(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, n, ...) n

#define MOYA_BIND_FN0(name) \
  MOYA_BIND_FUNCTION(name, (), )
#define MOYA_BIND_FN1(name, a) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a,), MOYA_BIND_T a)
#define MOYA_BIND_FN2(name, a, b) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b,), MOYA_BIND_T a ", " MOYA_BIND_T b)
#define MOYA_BIND_FN3(name, a, b, c) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c,), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c)
#define MOYA_BIND_FN4(name, a, b, c, d) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d,), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d)
#define MOYA_BIND_FN5(name, a, b, c, d, e) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e,), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e)
#define MOYA_BIND_FN6(name, a, b, c, d, e, f) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f,), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f)
#define MOYA_BIND_FN7(name, a, b, c, d, e, f, g) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g,), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g)
#define MOYA_BIND_FN8(name, a, b, c, d, e, f, g, h) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h,), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h)
#define MOYA_BIND_FN9(name, a, b, c, d, e, f, g, h, i) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i,), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i)
#define MOYA_BIND_FN10(name, a, b, c, d, e, f, g, h, i, j) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i, MOYA_BIND_C j,), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i ", " MOYA_BIND_T j)
#define MOYA_BIND_FN11(name, a, b, c, d, e, f, g, h, i, j, k) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i, MOYA_BIND_C j, MOYA_BIND_C k,), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i ", " MOYA_BIND_T j ", " MOYA_BIND_T k)
#define MOYA_BIND_FN12(name, a, b, c, d, e, f, g, h, i, j, k, l) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i, MOYA_BIND_C j, MOYA_BIND_C k, MOYA_BIND_C l,), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i ", " MOYA_BIND_T j ", " MOYA_BIND_T k ", " MOYA_BIND_T l)
#define MOYA_BIND_FN13(name, a, b, c, d, e, f, g, h, i, j, k, l, m) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i, MOYA_BIND_C j, MOYA_BIND_C k, MOYA_BIND_C l, MOYA_BIND_C m,), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i ", " MOYA_BIND_T j ", " MOYA_BIND_T k ", " MOYA_BIND_T l ", " MOYA_BIND_T m)
#define MOYA_BIND_FN14(name, a, b, c, d, e, f, g, h, i, j, k, l, m, n) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i, MOYA_BIND_C j, MOYA_BIND_C k, MOYA_BIND_C l, MOYA_BIND_C m, MOYA_BIND_C n,), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i ", " MOYA_BIND_T j ", " MOYA_BIND_T k ", " MOYA_BIND_T l ", " MOYA_BIND_T m ", " MOYA_BIND_T n)
#define MOYA_BIND_FN15(name, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i, MOYA_BIND_C j, MOYA_BIND_C k, MOYA_BIND_C l, MOYA_BIND_C m, MOYA_BIND_C n, MOYA_BIND_C o,), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i ", " MOYA_BIND_T j ", " MOYA_BIND_T k ", " MOYA_BIND_T l ", " MOYA_BIND_T m ", " MOYA_BIND_T n ", " MOYA_BIND_T o)
#define MOYA_BIND_FN16(name, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) \
  MOYA_BIND_FUNCTION(name, (MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i, MOYA_BIND_C j, MOYA_BIND_C k, MOYA_BIND_C l, MOYA_BIND_C m, MOYA_BIND_C n, MOYA_BIND_C o, MOYA_BIND_C p,), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i ", " MOYA_BIND_T j ", " MOYA_BIND_T k ", " MOYA_BIND_T l ", " MOYA_BIND_T m ", " MOYA_BIND_T n ", " MOYA_BIND_T o ", " MOYA_BIND_T p)
#define MOYA_BIND_END0(name) \
  MOYA_BIND_ENDING(name, (), )
#define MOYA_BIND_END1(name, a) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a), MOYA_BIND_T a)
#define MOYA_BIND_END2(name, a, b) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b), MOYA_BIND_T a ", " MOYA_BIND_T b)
#define MOYA_BIND_END3(name, a, b, c) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c)
#define MOYA_BIND_END4(name, a, b, c, d) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d)
#define MOYA_BIND_END5(name, a, b, c, d, e) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e)
#define MOYA_BIND_END6(name, a, b, c, d, e, f) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f)
#define MOYA_BIND_END7(name, a, b, c, d, e, f, g) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g)
#define MOYA_BIND_END8(name, a, b, c, d, e, f, g, h) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h)
#define MOYA_BIND_END9(name, a, b, c, d, e, f, g, h, i) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i)
#define MOYA_BIND_END10(name, a, b, c, d, e, f, g, h, i, j) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i, MOYA_BIND_C j), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i ", " MOYA_BIND_T j)
#define MOYA_BIND_END11(name, a, b, c, d, e, f, g, h, i, j, k) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i, MOYA_BIND_C j, MOYA_BIND_C k), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i ", " MOYA_BIND_T j ", " MOYA_BIND_T k)
#define MOYA_BIND_END12(name, a, b, c, d, e, f, g, h, i, j, k, l) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i, MOYA_BIND_C j, MOYA_BIND_C k, MOYA_BIND_C l), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i ", " MOYA_BIND_T j ", " MOYA_BIND_T k ", " MOYA_BIND_T l)
#define MOYA_BIND_END13(name, a, b, c, d, e, f, g, h, i, j, k, l, m) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i, MOYA_BIND_C j, MOYA_BIND_C k, MOYA_BIND_C l, MOYA_BIND_C m), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i ", " MOYA_BIND_T j ", " MOYA_BIND_T k ", " MOYA_BIND_T l ", " MOYA_BIND_T m)
#define MOYA_BIND_END14(name, a, b, c, d, e, f, g, h, i, j, k, l, m, n) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i, MOYA_BIND_C j, MOYA_BIND_C k, MOYA_BIND_C l, MOYA_BIND_C m, MOYA_BIND_C n), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i ", " MOYA_BIND_T j ", " MOYA_BIND_T k ", " MOYA_BIND_T l ", " MOYA_BIND_T m ", " MOYA_BIND_T n)
#define MOYA_BIND_END15(name, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i, MOYA_BIND_C j, MOYA_BIND_C k, MOYA_BIND_C l, MOYA_BIND_C m, MOYA_BIND_C n, MOYA_BIND_C o), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i ", " MOYA_BIND_T j ", " MOYA_BIND_T k ", " MOYA_BIND_T l ", " MOYA_BIND_T m ", " MOYA_BIND_T n ", " MOYA_BIND_T o)
#define MOYA_BIND_END16(name, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) \
  MOYA_BIND_ENDING(name, (, MOYA_BIND_C a, MOYA_BIND_C b, MOYA_BIND_C c, MOYA_BIND_C d, MOYA_BIND_C e, MOYA_BIND_C f, MOYA_BIND_C g, MOYA_BIND_C h, MOYA_BIND_C i, MOYA_BIND_C j, MOYA_BIND_C k, MOYA_BIND_C l, MOYA_BIND_C m, MOYA_BIND_C n, MOYA_BIND_C o, MOYA_BIND_C p), MOYA_BIND_T a ", " MOYA_BIND_T b ", " MOYA_BIND_T c ", " MOYA_BIND_T d ", " MOYA_BIND_T e ", " MOYA_BIND_T f ", " MOYA_BIND_T g ", " MOYA_BIND_T h ", " MOYA_BIND_T i ", " MOYA_BIND_T j ", " MOYA_BIND_T k ", " MOYA_BIND_T l ", " MOYA_BIND_T m ", " MOYA_BIND_T n ", " MOYA_BIND_T o ", " MOYA_BIND_T p)

/* A parameter as C declares it, and as the text does. */
#define MOYA_BIND_C(word, ...) MOYA_BIND_C_##word(__VA_ARGS__)
#define MOYA_BIND_T(word, ...) MOYA_BIND_T_##word(__VA_ARGS__)
#define MOYA_BIND_C_i8(name) int8_t name
#define MOYA_BIND_T_i8(name) "i8 " #name
#define MOYA_BIND_C_i16(name) int16_t name
#define MOYA_BIND_T_i16(name) "i16 " #name
#define MOYA_BIND_C_i32(name) int32_t name
#define MOYA_BIND_T_i32(name) "i32 " #name
#define MOYA_BIND_C_i64(name) int64_t name
#define MOYA_BIND_T_i64(name) "i64 " #name
#define MOYA_BIND_C_u8(name) uint8_t name
#define MOYA_BIND_T_u8(name) "u8 " #name
#define MOYA_BIND_C_u16(name) uint16_t name
#define MOYA_BIND_T_u16(name) "u16 " #name
#define MOYA_BIND_C_u32(name) uint32_t name
#define MOYA_BIND_T_u32(name) "u32 " #name
#define MOYA_BIND_C_u64(name) uint64_t name
#define MOYA_BIND_T_u64(name) "u64 " #name
#define MOYA_BIND_C_f32(name) float name
#define MOYA_BIND_T_f32(name) "f32 " #name
#define MOYA_BIND_C_f64(name) double name
#define MOYA_BIND_T_f64(name) "f64 " #name
#define MOYA_BIND_C_boolean(name) bool name
#define MOYA_BIND_T_boolean(name) "boolean " #name
#define MOYA_BIND_C_date(name) int64_t name
#define MOYA_BIND_T_date(name) "date " #name
#define MOYA_BIND_C_str(name) const char *name
#define MOYA_BIND_T_str(name) "str " #name
#define MOYA_BIND_C_file(name) const char *name
#define MOYA_BIND_T_file(name) "file " #name
#define MOYA_BIND_C_bytes(name) moya_str name
#define MOYA_BIND_T_bytes(name) "bytes " #name
#define MOYA_BIND_C_raw(name) moya_str name
#define MOYA_BIND_T_raw(name) "raw " #name
#define MOYA_BIND_C_opt_i8(name) const int8_t *name
#define MOYA_BIND_T_opt_i8(name) "i8? " #name
#define MOYA_BIND_C_opt_i16(name) const int16_t *name
#define MOYA_BIND_T_opt_i16(name) "i16? " #name
#define MOYA_BIND_C_opt_i32(name) const int32_t *name
#define MOYA_BIND_T_opt_i32(name) "i32? " #name
#define MOYA_BIND_C_opt_i64(name) const int64_t *name
#define MOYA_BIND_T_opt_i64(name) "i64? " #name
#define MOYA_BIND_C_opt_u8(name) const uint8_t *name
#define MOYA_BIND_T_opt_u8(name) "u8? " #name
#define MOYA_BIND_C_opt_u16(name) const uint16_t *name
#define MOYA_BIND_T_opt_u16(name) "u16? " #name
#define MOYA_BIND_C_opt_u32(name) const uint32_t *name
#define MOYA_BIND_T_opt_u32(name) "u32? " #name
#define MOYA_BIND_C_opt_u64(name) const uint64_t *name
#define MOYA_BIND_T_opt_u64(name) "u64? " #name
#define MOYA_BIND_C_opt_f32(name) const float *name
#define MOYA_BIND_T_opt_f32(name) "f32? " #name
#define MOYA_BIND_C_opt_f64(name) const double *name
#define MOYA_BIND_T_opt_f64(name) "f64? " #name
#define MOYA_BIND_C_opt_boolean(name) const bool *name
#define MOYA_BIND_T_opt_boolean(name) "boolean? " #name
#define MOYA_BIND_C_opt_date(name) const int64_t *name
#define MOYA_BIND_T_opt_date(name) "date? " #name
#define MOYA_BIND_C_opt_str(name) const char *name
#define MOYA_BIND_T_opt_str(name) "str? " #name
#define MOYA_BIND_C_opt_file(name) const char *name
#define MOYA_BIND_T_opt_file(name) "file? " #name
#define MOYA_BIND_C_opt_bytes(name) moya_str name
#define MOYA_BIND_T_opt_bytes(name) "bytes? " #name
#define MOYA_BIND_C_opt_raw(name) moya_str name
#define MOYA_BIND_T_opt_raw(name) "raw? " #name
#define MOYA_BIND_C_names(type, name) int32_t name
#define MOYA_BIND_T_names(type, name) #type " " #name
#define MOYA_BIND_C_opt_names(type, name) const int32_t *name
#define MOYA_BIND_T_opt_names(type, name) #type "? " #name
#define MOYA_BIND_C_ref(type, name) const type *name
#define MOYA_BIND_T_ref(type, name) #type " " #name
#define MOYA_BIND_C_opt_ref(type, name) const type *name
#define MOYA_BIND_T_opt_ref(type, name) #type "? " #name
#define MOYA_BIND_C_list(type, name) moya_list name
#define MOYA_BIND_T_list(type, name) "[" #type "]" " " #name
#define MOYA_BIND_C_opt_list(type, name) moya_list name
#define MOYA_BIND_T_opt_list(type, name) "[" #type "]" "? " #name
#define MOYA_BIND_C_map(type, name) moya_list name
#define MOYA_BIND_T_map(type, name) "{" #type "}" " " #name
#define MOYA_BIND_C_opt_map(type, name) moya_list name
#define MOYA_BIND_T_opt_map(type, name) "{" #type "}" "? " #name

#if defined(__LP64__) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_list) == 16, "moya_list");
#endif

#ifdef __cplusplus
}
#endif

#if defined(__cplusplus) && __cplusplus >= 201703L
#include <string>

/* In C++17 the signature is derived from the types: moya::bind<const char *, int64_t>(github, "user_repos", &error) is a
 * moya_status (*)(const char *, int64_t, moya_response **, moya_error **), or NULL. */
extern "C++" {
namespace moya {

/* The word of a C++ type. Of a pointer to a struct of your own, specialize it: text() is the struct's name. */
template <class T>
struct word;
#define MOYA_BIND_WORD(type, name)           \
  template <>                                \
  struct word<type> {                        \
    static const char *text() { return name; } \
  }
MOYA_BIND_WORD(int8_t, "i8");
MOYA_BIND_WORD(const int8_t *, "i8?");
MOYA_BIND_WORD(int16_t, "i16");
MOYA_BIND_WORD(const int16_t *, "i16?");
MOYA_BIND_WORD(int32_t, "i32");
MOYA_BIND_WORD(const int32_t *, "i32?");
MOYA_BIND_WORD(int64_t, "i64");
MOYA_BIND_WORD(const int64_t *, "i64?");
MOYA_BIND_WORD(uint8_t, "u8");
MOYA_BIND_WORD(const uint8_t *, "u8?");
MOYA_BIND_WORD(uint16_t, "u16");
MOYA_BIND_WORD(const uint16_t *, "u16?");
MOYA_BIND_WORD(uint32_t, "u32");
MOYA_BIND_WORD(const uint32_t *, "u32?");
MOYA_BIND_WORD(uint64_t, "u64");
MOYA_BIND_WORD(const uint64_t *, "u64?");
MOYA_BIND_WORD(float, "f32");
MOYA_BIND_WORD(const float *, "f32?");
MOYA_BIND_WORD(double, "f64");
MOYA_BIND_WORD(const double *, "f64?");
MOYA_BIND_WORD(bool, "boolean");
MOYA_BIND_WORD(const bool *, "boolean?");
MOYA_BIND_WORD(const char *, "str");
MOYA_BIND_WORD(moya_str, "bytes");
MOYA_BIND_WORD(moya_list, "list");
#undef MOYA_BIND_WORD

template <class... Parameters>
using function = moya_status (*)(Parameters..., moya_response **, moya_error **);

template <class... Parameters>
function<Parameters...> bind(moya_api *api, const char *endpoint, moya_error **error = nullptr) {
  std::string signature;
  ((signature += signature.empty() ? "(" : ", ", signature += word<Parameters>::text()), ...);
  signature += signature.empty() ? "()" : ")";
  return reinterpret_cast<function<Parameters...>>(
      moya_api_bind(api, endpoint, MOYA_FORM_CALL, signature.c_str(), error));
}

}  // namespace moya
}
#endif

#endif
