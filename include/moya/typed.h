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
 * It includes moya.h, and is not part of it. For C99 to C23 and C++17 or later; the lists are written outside of functions, and
 * become constant tables and small static functions, in each file that has them. A typed.h of a later version fits
 * any library that has the functions it calls.
 *
 *   Types      i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 boolean, date (int64_t: microseconds since 1970 in UTC), str (const
 *              char *), and text, bytes (base64 in JSON), raw (JSON) as moya_str: see the kinds in type.h. And what the
 *              lists below make: T, T_list, T_map. The words of the library have lists as well: str_list is moya_str_list.
 *   MOYA_STRUCT(T, (type, name, …), …)
 *              struct T. Behind a name may stand, in any order: `optional`, a member that may be absent: then a pointer
 *              that is NULL, a str that is NULL, or a moya_str whose data is NULL; key("…"), where it stands in JSON, as
 *              moya_field.name; fallback("…"), JSON that stands for an absent one; `secret`, not shown in errors. At most
 *              64. Its last member, `arena`, is the memory of a result. Of T there are T_list {items, count}, T_map
 *              {items, count} with items {key, value}, the table T_type for the functions of type.h, and T_free(),
 *              T_list_free(), T_map_free(), which free a result and make it zero.
 *   MOYA_ENUM(T, (name), (name, key("text in JSON")), …)
 *              enum T { T_name, … }, and T_text(): the text of a value, or NULL. With MOYA_OPEN_ENUM there is T_other (-1)
 *              too, for all other texts.
 *   MOYA_ENDPOINT(NAME, result, method, path, (place, type, name, …), …)
 *              Places: path (fills {name}), query, header; and of one of these kinds the body: field (a member of a JSON
 *              object), form, body (str and bytes as they are, raw as JSON), file (the path of a file). Behind the name may
 *              stand `optional`: the argument is then a pointer, or a str, and NULL leaves it out; key("…"): its name on
 *              the wire. Lists, of query, field and form, are pointers: const T_list *. At most 16. Result: T, T_list, T_map; body: the response's body as it came, moya_body {data, len},
 *              to be given to moya_body_free; nothing. Statuses but 200 … 299 are MOYA_ERROR_STATUS_CODE.
 *
 * Functions of an endpoint NAME, with its arguments in the order of the list, where … stands. Those that send have the
 * threads and errors of the function that is named, and besides ARGUMENT: a required text is NULL, or a value is none of its
 * type; MEMORY; and those of moya_response_decode, whose response the error has. Their errors name the endpoint and the
 * place: "user_repos: [3].owner.id is \"x\", not an integer". After a failure the result is zero.
 *
 *     NAME(provider, …, &result, &error)                  moya_provider_call
 *     NAME_send(provider, …, callback, user, &call, &error)            moya_provider_send. The callback is called once,
 *                                 with a result that is freed when it returns: void (*)(void *user, moya_status status,
 *                                 const RESULT *result, moya_error *error). A struct of two words is allocated for it
 *     NAME_enqueue(provider, …, queue, tag, &call, &error)             moya_provider_enqueue
 *     NAME_result(&row, &result, &error)                  what the row of an end brought. [any thread]
 *     NAME_target(…, &scratch, &target, &error)           the target alone: for stubs, tests, and what the other functions
 *                                 do not offer. It points into `scratch`, a moya_scratch of the caller's, and is good until
 *                                 moya_scratch_release(&scratch). [any thread]
 *     NAME_decode(response, &result, &error)              the other half of NAME. [any thread]
 *
 * Without `&result` where the result is nothing; there is no NAME_decode then. */
#ifndef MOYA_TYPED_H
#define MOYA_TYPED_H

#include "moya.h"
#include "typed/endpoints.h"

/* A pointer for an integer, or for another pointer, is an error in C since ever and in C++, but only a warning of some
 * compilers of C: arguments in the wrong order must not compile. */
#if defined(__GNUC__) && !defined(__cplusplus)
#pragma GCC diagnostic error "-Wint-conversion"
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#endif

#endif
