/* libmoya for C++17 and later. It wraps the C API: objects release what they own, failures are
 * exceptions or results, lists are ranges, and JSON values become C++ types. It consists of headers
 * only. A program links the same library as a program in C.
 *
 *     moya::provider github({.base_url = "https://api.github.com"});
 *     moya::response response = github.call({.name = "user", .path = "/users/octocat",
 *                                            .validation = MOYA_VALIDATION_SUCCESS});
 *     std::cout << response.json<std::string>("login") << '\n';
 *     for (auto [name, value] : response.headers()) std::cout << name << ": " << value << '\n';
 *
 *   Names      Names are those of the C API without moya_. Constants are those of C, for example
 *              MOYA_STUB_IMMEDIATE. The C headers say what each thing does, on which threads, and
 *              with which errors.
 *   Failures   A function that throws a moya::error has a counterpart that returns a moya::result:
 *              call and try_call, json and try_json. A class whose constructor throws has a
 *              function create. With -fno-exceptions only the counterparts exist.
 *   Owners     Objects release what they own. Copies of a response, error, call, stubs or
 *              json_document share one object. A provider, queue, group, api, value or decoded has
 *              one owner and can be moved. An object that was moved from is empty: its functions
 *              fail with MOYA_ERROR_NULL or do nothing. get() returns the C handle, for functions
 *              that have no C++ name.
 *   Texts      A moya::text in a struct owns a copy. An argument is a const char * or a
 *              std::string. A result is a std::string_view, which is valid as long as its object.
 *              data()[size()] is 0, except in pieces of a body and in raw JSON.
 *   Callbacks  No exception leaves a callback: see moya::handlers in cpp/call.hpp.
 *   Structs    In C++20, name the fields in the order of their declaration: {.path = "/zen"}. In
 *              C++17, assign them. */
#ifndef MOYA_HPP
#define MOYA_HPP

#include "cpp/base.hpp"     /* texts, functions, times */
#include "cpp/error.hpp"    /* why a function or a call failed */
#include "cpp/json.hpp"     /* JSON values */
#include "cpp/value.hpp"    /* trees of values */
#include "cpp/type.hpp"     /* JSON into structs and back */
#include "cpp/response.hpp" /* status, header fields and body of a response */
#include "cpp/target.hpp"   /* one operation of an API */
#include "cpp/url.hpp"      /* URLs, copies of targets, the next page */
#include "cpp/stubs.hpp"    /* rules that respond instead of the network */
#include "cpp/options.hpp"  /* the options of a provider */
#include "cpp/call.hpp"     /* calls, and handlers that receive responses */
#include "cpp/queue.hpp"    /* completions as rows */
#include "cpp/provider.hpp" /* connections, and calling targets */
#include "cpp/api.hpp"      /* the endpoints of a definition */

#endif
