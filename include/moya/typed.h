/* Endpoints as functions: what a C program knows of an API when it is compiled, told in lists. The compiler checks the
 * arguments, the library fills the structs.
 *
 *     MOYA_STRUCT(repo,
 *         (i64, id),
 *         (str, full_name),
 *         (str, description, optional),
 *         (i64, stars, key("stargazers_count")));
 *
 *     MOYA_ENDPOINT(user_repos, repo_list, "GET", "/users/{name}/repos",
 *         (path, str, name),
 *         (query, i64, page, optional));
 *
 *     repo_list repos;
 *     if (user_repos(github, "octocat", moya_none_i64(), &repos, NULL, &error) == MOYA_OK) {
 *       for (size_t i = 0; i < repos.count; i++) puts(repos.items[i].full_name);
 *       repo_list_release(&repos);
 *     }
 *
 * It includes moya.h, and is not part of it. For C99 to C23 and C++17 or later. The lists are written outside of
 * functions, may end with a comma, and become constant tables and small static functions in each file that has them: nothing of this header is in
 * the library.
 *
 * MOYA_STRUCT(T, (type, name, …), …)                  at most 64 members
 *   struct T; T_list {items, count} and T_map {items, count}, whose items are T_entry {key, value}; the tables T_type, T_list_type
 *   and T_map_type for the functions of type.h; T_release(&it), T_list_release(&it) and T_map_release(&it), which release what a result
 *   holds and make it zero. Its memory is its last member, `arena`.
 *   Types      i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 boolean; date, int64_t; str, const char *; text, bytes and raw, moya_str
 *              (the kinds of type.h); T, T_list and T_map of the program's own; lists and maps of the library's, such as
 *              str_list, which in C is moya_str_list.
 *   Behind a name, in any order:
 *     optional          it may be absent: then it is a NULL pointer; a str is NULL, the data of a moya_str is
 *     fallback("[]")    it may be absent: then it has the value of this JSON
 *     key("owner.id")   where it stands in JSON, as moya_type_field.name
 *     secret            errors do not show it
 *     nullable          with optional: without a value it is written as null, and not left out
 *     utc               of a date: one without an offset is in UTC; else it is an error
 *
 * MOYA_ENUM(T, (name), (name, key("text in JSON")), …), MOYA_OPEN_ENUM(T, …)
 *   enum T { T_name, … }, T_list, T_map; T_text(value), NULL if it has no name. An open one has T_other too, −1, for any
 *   other text. What a type has behind its T_, such as list, text and type, is no name: (list_, key("list")).
 *
 * MOYA_OPTIONAL(T)                    of T, T_list or T_map
 *   struct T_optional {value}: a result that may be absent. `value` is a T *, NULL for null and for an answer without a
 *   body (204); T_optional_release(&it).
 *
 * MOYA_ENDPOINT(NAME, result, method, path, (place, type, name, …), …)      at most 63 arguments
 *   Places     path, which stands for {name}, or with its slashes for {+name}; query; header; and of one of these kinds a body: field, a member of a JSON
 *              object; form; part, of a multipart form: a text, a number, bytes or (part, file, name), a file by its path;
 *              body, a str or bytes as they are, raw, a struct, a list or a map as JSON; file, a file's path. No argument but
 *              a header field of every call: (fixed, "Accept", "text/plain"), unless a row before it gives that field.
 *   Behind a name, in any order:
 *     optional          the argument is a moya_maybe_T: moya_some_T(value), or moya_none_T(), which leaves it out. So 0, NULL,
 *                       false and an enumerator do not compile there
 *     nullable          of a field, with optional: none is null, and does not leave it out
 *     key("X-Trace")    its name on the wire; of a field its key in JSON, or keys joined with dots, which lead into inner
 *                       objects: "author.name". A dot of a key is `\.`. A key has at most 255 bytes there
 *     lists("{key}")    how the endpoint's lists are named in a query and a form (MOYA_LIST_… of task.h); else "{key}[]"
 *     numeric           the endpoint's booleans are 1 and 0 in a query and a form; else true and false. It stands behind each
 *                       of them, or behind none
 *   Lists, for query, field and form, are const T_list *; structs, and lists and maps of them, for field and body, const T *.
 *   The path may have a query that each call has, percent-encoded: "/files?acl".
 *   Results    T, T_list, T_map, T_optional; body, the response's body as it came: moya_body {data, len}, for moya_body_release; nothing.
 *              A status but 200 … 299 is MOYA_ERROR_STATUS_CODE.
 *
 * Functions of an endpoint. The dots are its arguments in the order of the list. Without a result &result is left out. The
 * results of all of them must be used.
 *
 *     NAME(provider, …, &result, &response, &error)             moya_provider_call. `response` may be NULL; otherwise release it
 *     NAME_send(provider, …, callback, user, release_user, &call, &error)      moya_provider_send. `callback` is called once. The
 *                                    result, the response and the error are borrowed until it returns:
 *                                    void (*)(void *user, moya_status status, const RESULT *result,
 *                                    moya_response *response, moya_error *error). Three words are allocated until then
 *     NAME_enqueue(provider, …, queue, tag, &call, &error)      moya_provider_enqueue
 *     NAME_result(&row, &result, &error)                        the result of the row of an end. [any thread]
 *     NAME_target(…, &scratch, &target, &error)                 the target alone, for stubs, batches and everything else that
 *                                    takes a target. It points into `scratch`, a moya_scratch of the caller's, until
 *                                    moya_scratch_release(&scratch). [any thread]
 *     NAME_decode(response, &result, &error)                    the result of a response. [any thread]
 *
 * In C++ a number that may not fit its parameter does not compile, nor does 0, NULL or nullptr for a required text, list or
 * struct. In C that is so for numbers with MOYA_TYPED_STRICT (typed/numbers.h). A body of a str has the Content-Type
 * text/plain; charset=utf-8, one of bytes application/octet-stream, unless a row gives one.
 *
 * They have the threads and errors of the function that is named; besides, ARGUMENT: a required text, list or struct is
 * NULL, a value has no text (a number that its enumeration has no name for, one that is not finite); those of moya_encode, of a
 * struct; MEMORY; those of moya_response_decode, whose error has the response. Errors name the endpoint, and the argument or
 * the place in the response: user_repos: [3].owner.id is "x", not an integer. After a failure the result is zero. */
#ifndef MOYA_TYPED_H
#define MOYA_TYPED_H

#include "moya.h"
#include "typed/endpoints.h"

/* In C++ a pointer in the place of an integer or of another pointer is an error; in C some compilers only warn. Arguments in
 * the wrong order must not compile. With MOYA_TYPED_STRICT neither does one enumeration in the place of another. */
#if defined(__GNUC__) && !defined(__cplusplus)
#pragma GCC diagnostic error "-Wint-conversion"
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#if defined(MOYA_TYPED_STRICT)
#pragma GCC diagnostic error "-Wenum-conversion"
#endif
#endif

#endif
