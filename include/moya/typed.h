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
 *     if (user_repos(github, "octocat", NULL, &repos, &error) == MOYA_OK) {
 *       for (size_t i = 0; i < repos.count; i++) puts(repos.items[i].full_name);
 *       repo_list_free(&repos);
 *     }
 *
 * It includes moya.h, and is not part of it. For C99 to C23 and C++17 or later. The lists are written outside of
 * functions, and become constant tables and small static functions in each file that has them: nothing of this header is in
 * the library.
 *
 * MOYA_STRUCT(T, (type, name, …), …)                  at most 64 members
 *   struct T; T_list {items, count} and T_map {items, count}, whose items are T_entry {key, value}; the tables T_type, T_list_type
 *   and T_map_type for the functions of type.h; T_free(&it), T_list_free(&it) and T_map_free(&it), which free what a result
 *   holds and make it zero. Its memory is its last member, `arena`.
 *   Types      i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 boolean; date, int64_t; str, const char *; text, bytes and raw, moya_str
 *              (the kinds of type.h); T, T_list and T_map of the program's own; lists and maps of the library's, such as
 *              str_list, which in C is moya_str_list.
 *   Behind a name, in any order:
 *     optional          it may be absent: then it is a NULL pointer; a str is NULL, the data of a moya_str is
 *     fallback("[]")    it may be absent: then it has the value of this JSON
 *     key("owner.id")   where it stands in JSON, as moya_field.name
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
 *   body (204); T_optional_free(&it).
 *
 * MOYA_ENDPOINT(NAME, result, method, path, (place, type, name, …), …)      at most 63 arguments
 *   Places     path, which stands for {name}, or with its slashes for {+name}; query; header; and of one of these kinds a body: field, a member of a JSON
 *              object; form; part, of a multipart form: a text, a number, bytes or (part, file, name), a file by its path;
 *              body, a str or bytes as they are, raw, a struct, a list or a map as JSON; file, a file's path. No argument but
 *              a header field of every call: (fixed, "Accept", "text/plain"), unless a row before it gives that field.
 *   Behind a name, in any order:
 *     optional          the argument is a pointer (a str, a list and a struct as they are), and NULL leaves it out; a
 *                       moya_str does that whose data is NULL
 *     nullable          of a field, with optional: NULL is null, and does not leave it out
 *     key("X-Trace")    its name on the wire; of a field its key in JSON, or keys joined with dots, which lead into inner
 *                       objects: "author.name". A dot of a key is `\.`. A key has at most 255 bytes there
 *     lists("{key}")    how the endpoint's lists are named in a query and a form (MOYA_LIST_… of task.h); else "{key}[]"
 *     numeric           the endpoint's booleans are 1 and 0 in a query and a form; else true and false. It stands behind each
 *                       of them, or behind none
 *   Lists, for query, field and form, are const T_list *; structs, and lists and maps of them, for field and body, const T *.
 *   The path may have a query that each call has, percent-encoded: "/files?acl".
 *   Results    T, T_list, T_map, T_optional; body, the response's body as it came: moya_body {data, len}, for moya_body_free; nothing.
 *              A status but 200 … 299 is MOYA_ERROR_STATUS_CODE.
 *
 * Functions of an endpoint; where … stands are its arguments, in the order of the list, and without &result if that is
 * nothing:
 *
 *     NAME(provider, …, &result, &error)                        moya_provider_call
 *     NAME_send(provider, …, callback, user, &call, &error)     moya_provider_send. `callback` is called once, with a result
 *                                    that is freed when it returns: void (*)(void *user, moya_status status,
 *                                    const RESULT *result, moya_error *error). Two words are allocated until then
 *     NAME_enqueue(provider, …, queue, tag, &call, &error)      moya_provider_enqueue
 *     NAME_result(&row, &result, &error)                        what the row of an end brought. [any thread]
 *     NAME_target(…, &scratch, &target, &error)                 the target alone, for stubs, batches and all that targets
 *                                    have besides. It points into `scratch`, a moya_scratch of the caller's, until
 *                                    moya_scratch_release(&scratch). [any thread]
 *     NAME_decode(response, &result, &error)                    the other half: what a response is. [any thread]
 *
 * An argument is not a number of another type that may not fit, such as one that was swapped with it: see typed/numbers.h,
 * also for what that means for the rest of the file in C. MOYA_TYPED_LOOSE, defined before the first #include of this
 * header, lets the compiler convert them. A body of a str has the Content-Type text/plain; charset=utf-8, one of bytes
 * application/octet-stream, unless a row gives one.
 *
 * They have the threads and errors of the function that is named; besides, ARGUMENT: a required text, list or struct is
 * NULL, a value has no text (a number that its enumeration has no name for, one that is not finite); those of moya_encode, of a
 * struct; MEMORY; those of moya_response_decode, whose error has the response. Errors name the endpoint, and the argument or
 * the place in the answer: user_repos: [3].owner.id is "x", not an integer. After a failure the result is zero. */
#ifndef MOYA_TYPED_H
#define MOYA_TYPED_H

#include "moya.h"
#include "typed/endpoints.h"

/* A pointer for an integer, or for another pointer, is an error in C since ever and in C++, but only a warning of some
 * compilers of C, as is one enumeration for another: arguments in the wrong order must not compile. */
#if defined(__GNUC__) && !defined(__cplusplus)
#pragma GCC diagnostic error "-Wint-conversion"
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#pragma GCC diagnostic error "-Wenum-conversion"
#endif

#endif
