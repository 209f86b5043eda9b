/* libmoya is an HTTP client. A program describes the requests of an API once, as targets, and calls
 * them. The library also has plugins, stubs for tests, and functions that decode responses into C
 * structs.
 *
 *     moya_provider *github;
 *     moya_provider_create(NULL, &github, NULL);
 *     moya_target zen = MOYA_TARGET(.name = "zen", .base_url = "https://api.github.com",
 *                                   .path = "/zen", .validation = MOYA_VALIDATION_SUCCESS);
 *     moya_response *response;
 *     moya_error *error;
 *     if (moya_provider_call(github, &zen, NULL, &response, &error) == MOYA_OK) {
 *       puts(moya_response_body(response).data);
 *       moya_response_release(response);
 *     } else {
 *       fputs(moya_error_message(error).data, stderr);
 *       moya_error_release(error);
 *     }
 *     moya_provider_destroy(github);
 *
 * These conventions hold for every function, unless its comment says otherwise.
 *   Success    A call succeeds with any HTTP status, unless its target sets `validation`. Three
 *              kinds of calls succeed only with a status of 200 to 299. The first are calls of
 *              typed endpoints (typed.h). The second are calls of an endpoint whose definition has
 *              a `result` and no `validation` (api.h). The third are downloads to a file, if the
 *              target does not allow other statuses (download.h). If a status is not accepted, the
 *              call fails with MOYA_ERROR_STATUS_CODE. That error holds the response, and names the
 *              status, the method and the URL.
 *   Threads    [any thread] means that every thread may call the function, several at the same
 *              time. A callback or a hook (a function of a plugin) may call it too.
 *              [not in callbacks] means that the function blocks. Inside a callback or a hook it
 *              returns MOYA_ERROR_STATE at once.
 *   Signals    If a signal arrives while a function waits, the function continues to wait.
 *              pthread_cancel does not end a wait either: the thread ends after the function has
 *              returned.
 *   Text in    A text argument is NUL-terminated UTF-8 of at most 131 072 bytes, or 4 096 for a key
 *              path. The library copies it before the function returns. A longer text in a method,
 *              a URL, a parameter or a header of a target fails with MOYA_ERROR_INVALID_REQUEST. A
 *              longer text elsewhere fails with MOYA_ERROR_ARGUMENT. For moya_response_create, the
 *              names and values of header fields have no limit.
 *   Text out   A moya_str is borrowed: it is valid until the object that owns it is released.
 *              data[len] is 0.
 *   Structs    Most structs that you fill begin with `size`. The macro of the struct sets `size`,
 *              and sets every field that you do not name to zero. Zero is always the default. In C
 *              and in C++20, write moya_target t = MOYA_TARGET(.name = "user", …). MOYA_TARGET_INIT
 *              works in every language version. In C, &MOYA_TARGET(…) can be an argument. In C++,
 *              store the struct in a variable first. A field's comment says "0: 16" if 0 stands for
 *              16. Later versions add fields only at the end. A size that is smaller than in the
 *              first version, larger than 4096, or not a multiple of 8 fails with
 *              MOYA_ERROR_STRUCT_SIZE. If the size is larger than the size that this library knows,
 *              the fields that the library does not know must be zero. Otherwise the function fails
 *              with MOYA_ERROR_STRUCT_TAIL.
 *   Arrays     An array is a pointer and a count. NULL with a count that is not 0 fails with
 *              MOYA_ERROR_NULL. Some arrays also have a stride, which is the size of one element in
 *              bytes. The stride 0 stands for the size in the first version. The rules for the size
 *              of a struct hold for a stride too. An array of headers, parameters or tags has at
 *              most 10 000 elements, or 100 000 in moya_response_create. More elements fail with
 *              MOYA_ERROR_ARGUMENT.
 *   Errors     A function that can fail returns a moya_status, which is 0 or negative. The numbers
 *              never change. If the last parameter is a `moya_error **`, it receives the details:
 *              NULL on success, and on failure an error that the caller must release. Pass NULL if
 *              you do not need the details. After "Errors", a comment lists statuses without their
 *              prefix MOYA_ERROR_. STRUCT_* stands for STRUCT_SIZE and STRUCT_TAIL.
 *   Out        A function sets its out parameters to NULL or 0 before anything can fail. So they
 *              have a value after a failure too.
 *   Reserved   A reserved field must be 0. Any other value fails with MOYA_ERROR_ARGUMENT.
 *   User       A function that you give to the library receives the `user` that stands next to it.
 *              When the library no longer needs `user`, it calls release_user(user) exactly once.
 *              `release_user` may be NULL.
 *   Handles    If a handle is NULL, a function returns MOYA_ERROR_NULL, {NULL, 0} or 0. A function
 *              that returns a descriptor returns −1. A function whose name ends in release releases
 *              one handle; releasing NULL does nothing. Providers and queues have a function whose
 *              name ends in destroy instead. This function ends the provider or the queue for
 *              everyone who uses it. Using a handle after its release is undefined behaviour.
 *   Memory     A large allocation may fail. An allocation is large if it has a mebibyte or more, or
 *              if it holds a body whose length the caller gave. The function then returns
 *              MOYA_ERROR_MEMORY, or the call ends with MOYA_ERROR_MEMORY, and the library stays
 *              usable. Because of the limits above, the texts and arrays of a request are smaller
 *              than a mebibyte, so they are small allocations. If a small allocation fails, the
 *              process may end with a message on standard error, as programs in Swift do.
 *   Process    The library installs no signal handlers, does not exit the process and writes no
 *              output. There are three exceptions. If a small allocation fails, the process may end
 *              (Memory above). A provider without a log writes the lines that the environment
 *              variables MOYA_LOG and MOYA_TRACE ask for (docs/c-api.md). It also writes a warning
 *              if it does not check certificates (connection.h), or if plugins delay its end. All
 *              file descriptors are close-on-exec. If the program has closed its standard streams,
 *              no connection and no file that the library writes gets the number 0, 1 or 2.
 *   Since      Everything here exists since version 1.0. */
#ifndef MOYA_H
#define MOYA_H

#include "base.h"     /* texts, header fields, handles */
#include "status.h"   /* how functions, calls and hooks end */
#include "library.h"  /* the version, and constants by their names */
#include "value.h"    /* trees of values */
#include "upload.h"   /* bodies that are read while they are sent, and forms with files */
#include "task.h"     /* the query and the body of a request */
#include "sample.h"   /* responses for stubs */
#include "download.h" /* responses that are written to files */
#include "retry.h"    /* when to send a request again */
#include "stubs.h"    /* rules that respond instead of the network */
#include "target.h"   /* one operation of an API */
#include "url.h"      /* URLs, and the next page of a result */
#include "credential.h" /* user and password, or a token */
#include "connection.h" /* TLS, proxies, addresses */
#include "log.h"      /* where log lines go */
#include "cookies.h"  /* cookies and HSTS */
#include "closures.h" /* functions that change targets and requests */
#include "executor.h" /* where callbacks run */
#include "backend.h"  /* functions that respond instead of the network */
#include "provider.h" /* connections, plugins and defaults for all calls */
#include "call.h"     /* sending targets, waiting, cancelling */
#include "handlers.h" /* functions that receive a response as it arrives */
#include "queue.h"    /* completions as rows, for event loops */
#include "group.h"    /* limiting, cancelling and awaiting calls together */
#include "response.h" /* status, header fields and body of a response */
#include "json.h"     /* JSON values of a response or a text */
#include "type.h"     /* JSON into structs, and back */
#include "api.h"      /* the endpoints of a definition */
#include "error.h"    /* why a function or a call failed */
#include "builtin.h"  /* plugins that are part of the library */
#include "plugins.h"  /* the plugins of a provider */
#include "plugin.h"   /* the interface of plugins */
#include "asan.h"     /* finds targets that are used after their scope */

#endif
