/* These macros make C functions and structs from lists of an API's endpoints and types.
 *
 * The compiler checks the arguments, and the library fills the structs.
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
 * This header includes moya.h. moya.h does not include this header. You can use it in C99 to C23,
 * and in C++17 or later. Use the macros outside of functions. The lists in the macros may end with
 * a comma. In each file that uses the macros, they make constant tables and small static functions.
 * The library contains nothing of this header.
 *
 * MOYA_STRUCT(T, (type, name, …), …)
 *
 * Defines struct T with these members, at most 64. Also defines:
 *
 *   Lists            T_list and T_map: structs {items, count}. The items of a T_map are T_entry
 *                    {key, value}.
 *   Tables           T_type, T_list_type and T_map_type, for the functions of type.h.
 *   Release          T_release(&it), T_list_release(&it) and T_map_release(&it). They release what
 *                    a result holds, and set the result to zero.
 *   Memory           The last member of each struct, `arena`, owns the memory of a result.
 *
 * The types of members are:
 *
 *   Numbers          i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 boolean and date. A date is an int64_t.
 *   Texts            A str is a const char *. A text, bytes or raw is a moya_str. type.h describes
 *                    these kinds.
 *   Your types       A T, T_list or T_map that a macro of this header defines.
 *   Lists            Lists and maps of the numbers and texts: str_list, i64_map and so on. Their C
 *                    types are moya_str_list, moya_i64_map and so on.
 *
 * At most four of these words may follow the name, in any order:
 *
 *   optional         The member may be absent. An absent str is NULL, and an absent moya_str has
 *                    NULL as its data. A member of any other type becomes a pointer, which is NULL
 *                    if the member is absent.
 *   fallback("[]")   If the member is absent, it gets the value of this JSON text.
 *   key("owner.id")  The place in JSON, as in moya_type_field.name.
 *   secret           Errors do not show the value.
 *   nullable         With optional: an absent value is written as null instead of being left out.
 *   utc              A date without an offset is in UTC. Without this word, such a date is an
 *                    error.
 *
 * MOYA_ENUM(T, (name), (name, key("text in JSON")), …)
 * MOYA_OPEN_ENUM(T, …)
 *
 * Define enum T { T_name, … }, T_list, T_map and T_text(value), which returns NULL if the value has
 * no name. An open enumeration also has T_other (−1), for any other text. A name must not be list,
 * text, type or another word that this header appends to T (T_list, T_text, T_type). Use another
 * name and a key: (list_, key("list")).
 *
 * MOYA_OPTIONAL(T)
 *
 * Defines struct T_optional {value}, a result that may be absent, and T_optional_release(&it). T
 * may also be a T_list or a T_map. `value` is a T *. It is NULL for null and for a response without
 * a body (204).
 *
 * MOYA_ENDPOINT(NAME, result, method, path, (place, type, name, …), …)
 *
 * Defines the functions of an endpoint with at most 63 arguments. The places of arguments are:
 *
 *   path             Replaces {name} in the path. A value for {+name} may contain slashes.
 *   query            A parameter of the query.
 *   header           A header field.
 *   field            A member of a JSON object, which is the body.
 *   form             A field of a form, which is the body.
 *   part             A part of a multipart form, which is the body: a text, a number, bytes, or a
 *                    file by its path (part, file, name). A list has a part for each element; a
 *                    file_list is a moya_str_list of paths.
 *   body             The whole body: a str or bytes as they are, or raw, a struct, a list or a map
 *                    as JSON.
 *   file             The path of a file, which is the body.
 *   fixed            A header field of every call, which is no argument: (fixed, "Accept",
 *                    "text/plain"). An earlier `header` or `fixed` with this name takes precedence.
 *
 * An endpoint has at most one kind of body. At most four of these words may follow the name, in any
 * order:
 *
 *   optional         The argument is a moya_maybe_T: moya_some_T(value), or moya_none_T(), which
 *                    leaves it out. So 0, NULL, false and an enumerator do not compile there.
 *   nullable         For a field, with optional: moya_none_T() sends null instead of leaving the
 *                    field out.
 *   key("X-Trace")   The name in the request. For a field, its key in JSON, or keys joined with
 *                    dots that lead into inner objects: "author.name". Write a dot in a key as
 *                    `\.`. Such a key has at most 255 bytes.
 *   lists("{key}")   How the endpoint names lists in a query and a form (MOYA_LIST_… in task.h).
 *                    Without this word, the pattern is "{key}[]".
 *   joined           A list in a query or a form is sent as one name and one value, with commas
 *                    between its elements: ids=1,2.
 *   numeric          Booleans are 1 and 0 in a query and a form, instead of true and false. Use it
 *                    for all booleans of an endpoint, or for none.
 *
 * Lists, maps and structs are pointers: const T_list *, const T_map *, const T *. In a path and a
 * header field, the elements of a list are joined with commas. A field and a body may be a struct,
 * or a list or a map of structs. The path may contain a percent-encoded query, which every call
 * then has: "/files?acl".
 *
 * The result is a T, T_list, T_map or T_optional, or one of these:
 *
 *   body             The body of the response as it arrived: moya_raw_body {data, len}. Release it
 *                    with moya_raw_body_release.
 *   nothing          No result.
 *
 * A call whose HTTP status is outside 200 … 299 fails with MOYA_ERROR_STATUS_CODE.
 *
 * The functions of an endpoint follow. The dots stand for the arguments, in the order of the list.
 * If the result is nothing, there is no &result. The caller must use what these functions return.
 *
 *     NAME(provider, …, &result, &response, &error)
 *         Calls the endpoint like moya_provider_call. `response` may be NULL. Otherwise the
 *         caller must release the response.
 *     NAME_send(provider, …, callback, user, release_user, &call, &error)
 *         Calls the endpoint like moya_provider_send. The callback runs once:
 *             void (*)(void *user, moya_status status, const RESULT *result,
 *                      const moya_response *response, const moya_error *error)
 *         The result, the response and the error are borrowed until the callback returns.
 *         NAME_send allocates a block of three pointers, and frees it after the callback.
 *     NAME_enqueue(provider, …, queue, tag, &call, &error)
 *         Calls the endpoint like moya_provider_enqueue.
 *     NAME_result(&row, &result, &error)
 *         Gets the result from the last row of a call (MOYA_ROW_END in queue.h). [any thread]
 *     NAME_target(…, &scratch, &target, &error)
 *         Makes only the target, for stubs, batches and other functions that take a target. The
 *         target points into `scratch`, a moya_scratch of the caller, until
 *         moya_scratch_release(&scratch). [any thread]
 *     NAME_decode(response, &result, &error)
 *         Gets the result from a response. [any thread]
 *
 * In C++, a number that might not fit its parameter does not compile. 0, NULL or nullptr for a
 * required text, list or struct does not compile either. In C, a number that might not fit compiles
 * unless you define MOYA_TYPED_STRICT (typed/numbers.h). If no `header` or `fixed` gives a
 * Content-Type, a str as the body is sent as text/plain; charset=utf-8, and bytes are sent as
 * application/octet-stream.
 *
 * A function that works like a function of call.h or queue.h has the threads and the errors of that
 * function. The functions of an endpoint also fail with these errors:
 *
 *   ARGUMENT         A required text, list or struct is NULL, or a value has no text: a number that
 *                    its enumeration does not name, or one that is not finite.
 *   MEMORY           No memory is left.
 *   Structs          For an argument that is a struct: the errors of moya_encode.
 *   Results          For a result: the errors of moya_response_decode. The error has the response.
 *
 * Errors name the endpoint, and the argument or the place in the response, for example
 * `user_repos: [3].owner.id is "x", not an integer`. After a failure, the result is zero. */
#ifndef MOYA_TYPED_H
#define MOYA_TYPED_H

#include "moya.h"
#include "typed/endpoints.h"

/* Arguments in the wrong order must not compile. In C++, it is an error to pass a pointer instead
 * of an integer, or a pointer to another type. In C, some compilers only warn about this, so here
 * their warnings become errors. With MOYA_TYPED_STRICT, it is also an error to pass a value of
 * another enumeration. */
#if defined(__GNUC__) && !defined(__cplusplus)
#pragma GCC diagnostic error "-Wint-conversion"
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#if defined(MOYA_TYPED_STRICT)
#pragma GCC diagnostic error "-Wenum-conversion"
#endif
#endif

#endif
