/* libmoya for C++17 and later: the C API with owners, exceptions or results, ranges, and JSON as C++
 * types. Header only: a program links what a C program links.
 *
 *     moya::provider github({.base_url = "https://api.github.com"});
 *     moya::response response = github.call({.name = "user", .path = "/users/octocat",
 *                                            .validation = MOYA_VALIDATION_SUCCESS});
 *     std::cout << response.json<std::string>("login") << '\n';
 *     for (auto [name, value] : response.headers()) std::cout << name << ": " << value << '\n';
 *
 *   Names      are those of the C API without moya_. Constants are those of C, such as
 *              MOYA_STUB_IMMEDIATE. The C headers say what each thing does, on which threads, and
 *              with which errors.
 *   Failures   A function that throws a moya::error has a sister that returns a moya::result: call
 *              and try_call, json and try_json. A class whose constructor throws has create. With
 *              -fno-exceptions only the sisters exist.
 *   Owners     Objects release what they own. Copies share a response, error, call, stubs or
 *              json_document. A provider, queue, group, api, value or decoded has one owner and can
 *              be moved. An object that was moved from is empty: its functions fail with
 *              MOYA_ERROR_NULL or do nothing. get() is the C handle, for what has no name here.
 *   Texts      In: a moya::text in a struct owns a copy; an argument is a const char * or a
 *              std::string. Out: a std::string_view, valid as long as its object. data()[size()] is
 *              0, except in pieces of a body and in raw JSON.
 *   Callbacks  No exception leaves a callback: see moya::handlers in cpp/call.hpp.
 *   Structs    C++20 names their fields, {.path = "/zen"}, in the order of their declaration. C++17
 *              assigns them. */
#ifndef MOYA_HPP
#define MOYA_HPP

#include "cpp/base.hpp"     /* texts, functions, times */
#include "cpp/error.hpp"    /* failures */
#include "cpp/json.hpp"     /* values of JSON */
#include "cpp/value.hpp"    /* trees of values */
#include "cpp/type.hpp"     /* JSON into structs and back */
#include "cpp/response.hpp" /* what came */
#include "cpp/target.hpp"   /* what is called */
#include "cpp/url.hpp"      /* URLs, copies of targets, pages */
#include "cpp/stubs.hpp"    /* what answers instead of the network */
#include "cpp/options.hpp"  /* what a provider is made with */
#include "cpp/call.hpp"     /* calls, and handlers of responses */
#include "cpp/queue.hpp"    /* completions as rows */
#include "cpp/provider.hpp" /* connections, calling */
#include "cpp/api.hpp"      /* endpoints of a definition */

#endif
