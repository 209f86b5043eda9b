/* libmoya: describe an HTTP API once, as targets, and call it; with stubs, plugins and typed responses.
 *
 *     moya_provider *github;
 *     moya_provider_create(NULL, &github, NULL);
 *     moya_target zen = MOYA_TARGET(.name = "zen", .base_url = "https://api.github.com", .path = "/zen",
 *                                   .validation = MOYA_VALIDATION_SUCCESS);
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
 * Conventions, for every function unless it says otherwise
 *   Success    A call that gives a response succeeds with any HTTP status, unless its target has a
 *              `validation`. A call that gives a result succeeds with a status of 200 to 299, unless it
 *              says otherwise: a typed endpoint (typed.h), an endpoint of a definition that has a result
 *              (api.h), a download to a file (download.h). A refused status is
 *              MOYA_ERROR_STATUS_CODE. The error has the response, and names the status, the method and
 *              the URL.
 *   Threads    [any thread] may be called from any thread, at the same time, and from a callback or a hook.
 *              [not in callbacks] blocks. Inside a callback or a hook it returns MOYA_ERROR_STATE at once.
 *   Signals    A signal does not end a function that waits.
 *   Text in    NUL-terminated UTF-8 of at most 131 072 bytes (a key path: 4 096). The library copies it
 *              before the function returns. A longer text is MOYA_ERROR_INVALID_REQUEST in a method, a URL,
 *              a parameter or a header of a target, otherwise MOYA_ERROR_ARGUMENT. Names and values of
 *              moya_response_create's fields have no limit.
 *   Text out   moya_str, borrowed: valid until its owner is released. data[len] is 0.
 *   Structs    Begin with `size`, which their macro fills: moya_target t = MOYA_TARGET(.name = "user", …) in
 *              C and since C++20, MOYA_TARGET_INIT everywhere. All defaults are zero. In C
 *              &MOYA_TARGET(…) can be an argument; in C++ give it a name first. Later versions add fields
 *              at the end only. A size smaller than that of the first version, larger than 4096, or not a
 *              multiple of 8 is MOYA_ERROR_STRUCT_SIZE. A size larger than this library's, with anything
 *              but zeroes in the unknown tail, is MOYA_ERROR_STRUCT_TAIL.
 *   Arrays     A pointer and a count. NULL with a count that is not 0 is MOYA_ERROR_NULL. A stride next to
 *              them is the size of an element in bytes; 0: that of the first version. The rules of a
 *              struct's size hold for it. An array of headers, parameters or tags has at most 10 000
 *              elements (that of moya_response_create 100 000); more are MOYA_ERROR_ARGUMENT.
 *   Errors     A moya_status: 0 or negative; the numbers are frozen. An optional last `moya_error **` gets
 *              detail: NULL on success, an error to be released on failure. NULL: not wanted.
 *   Out        Out parameters are set to NULL (or 0) before anything can fail.
 *   Reserved   A reserved field that is not 0 is MOYA_ERROR_ARGUMENT.
 *   User       A function of yours gets the `user` that stands next to it. `release_user`, which may be
 *              NULL, is called with `user` once, when the library needs it no longer.
 *   Handles    NULL handles give MOYA_ERROR_NULL, {NULL, 0}, 0 or, for a descriptor, −1. A function named
 *              release gives up one handle; releasing NULL does nothing. Only providers and queues are
 *              destroyed, which ends them for everybody. Using a handle after its release is undefined.
 *   Memory     A large allocation may fail: one of a mebibyte or more, or a body whose length the caller
 *              gave. The function then returns MOYA_ERROR_MEMORY, or the call ends with it, and the library
 *              stays usable. The limits above keep texts and arrays below a mebibyte. If a small allocation
 *              fails, the process may end with a message on standard error, as programs in Swift do.
 *   Process    No signal handlers, no exit, no output, with these exceptions: Memory above; the lines of a
 *              provider without a log (log.h), which MOYA_LOG and MOYA_TRACE in the environment ask for; a
 *              warning that certificates are not checked (connection.h). All file descriptors are
 *              close-on-exec.
 *   Since      1.0 for everything here.
 */
#ifndef MOYA_H
#define MOYA_H

#include "base.h"     /* texts, header fields, handles */
#include "status.h"   /* how functions, calls and hooks end */
#include "library.h"  /* versions and constants */
#include "value.h"    /* trees of values */
#include "upload.h"   /* bodies that are read as they are sent, forms with files */
#include "task.h"     /* what a request carries */
#include "sample.h"   /* responses made up by the program */
#include "download.h" /* responses as files */
#include "retry.h"    /* other attempts */
#include "stubs.h"    /* rules that answer in place of the network */
#include "target.h"   /* what is called */
#include "url.h"      /* URLs, and the next page */
#include "credential.h" /* who a request is from */
#include "connection.h" /* how a provider connects, and to whom */
#include "log.h"      /* where lines go */
#include "cookies.h"  /* what a provider remembers of answers */
#include "closures.h" /* what targets come to */
#include "executor.h" /* where callbacks run */
#include "backend.h"  /* what answers */
#include "provider.h" /* connections, defaults, plugins */
#include "call.h"     /* calling, and cancelling */
#include "handlers.h" /* responses as they come */
#include "queue.h"    /* calls whose ends are rows */
#include "group.h"    /* calls that belong together */
#include "response.h" /* what came */
#include "json.h"     /* values in it */
#include "type.h"     /* structs */
#include "api.h"      /* endpoints of a definition */
#include "error.h"    /* what went wrong */
#include "builtin.h"  /* the plugins that the library has */
#include "plugin.h"   /* the interface of plugins */
#include "asan.h"     /* targets that have ended, under AddressSanitizer */

#endif
