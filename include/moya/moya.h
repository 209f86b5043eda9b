/* libmoya: describe an HTTP API once, as targets, and call it; with stubs, plugins and typed responses included.
 *
 *     moya_provider *github;
 *     moya_provider_create(NULL, &github, NULL);
 *     moya_target zen = MOYA_TARGET(.name = "zen", .base_url = "https://api.github.com", .path = "/zen");
 *     moya_response *response;
 *     moya_error *error;
 *     if (moya_provider_call(github, &zen, &response, &error) == MOYA_OK) {
 *       puts(moya_response_body(response).data);
 *       moya_response_release(response);
 *     } else {
 *       fputs(moya_error_message(error).data, stderr);
 *       moya_error_release(error);
 *     }
 *     moya_provider_destroy(github);
 *
 * Conventions, for every function unless it says otherwise
 *   Threads    [any thread] may be called from any thread, also at the same time, also from a callback or a hook.
 *              [not in callbacks] blocks, and returns MOYA_ERROR_STATE at once inside a callback or a hook.
 *   Text in    NUL-terminated UTF-8 of at most 131 072 bytes (a key path: 4 096), copied before the function returns. A
 *              longer text is MOYA_ERROR_INVALID_REQUEST in a method, a URL, a parameter or a header of a target, else
 *              MOYA_ERROR_ARGUMENT. Names and values of moya_response_create's fields have no limit.
 *   Text out   moya_str, borrowed: valid until its owner is released; data[len] is 0. Each such function has a twin
 *              that ends in _data, for languages that cannot take structs by value: it returns the pointer, and
 *              sets `*len` unless `len` is NULL.
 *   Structs    Begin with `size`, filled by their macro: moya_target t = MOYA_TARGET(.name = "user", …) in C and since
 *              C++20, MOYA_TARGET_INIT everywhere. All defaults are zero. In C &MOYA_TARGET(…) is an argument too; in
 *              C++ give it a name first. Fields are added at the end only. A size smaller than the first version's, larger than 4096 or no multiple of 8 is MOYA_ERROR_STRUCT_SIZE; a larger one than
 *              this library's, with anything but zeroes in the unknown tail, is MOYA_ERROR_STRUCT_TAIL.
 *   Arrays     A pointer and a count; NULL with a count that is not 0 is MOYA_ERROR_NULL. A stride beside them is the size
 *              of an element in bytes, 0 for that of the first version; for it the rules of a struct's size hold. An array of headers,
 *              parameters or tags has at most 10 000 elements (that of moya_response_create 100 000): more are
 *              MOYA_ERROR_ARGUMENT.
 *   Errors     A moya_status: 0 or negative, the numbers are frozen. An optional last `moya_error **` gets detail: it
 *              is set to NULL on success, and on failure to an error to be released. NULL: not wanted.
 *   Out        Out parameters are set to NULL (or 0) before anything can fail.
 *   Reserved   A reserved field that is not 0 is MOYA_ERROR_ARGUMENT: a newer program asks for what is not there.
 *   Handles    NULL handles give MOYA_ERROR_NULL, {NULL, 0}, 0 or, for a descriptor, −1; releasing NULL does nothing.
 *              Using a handle after its release is undefined.
 *   Memory     A large allocation may fail: one of a mebibyte or more, or a body whose length the caller gave. The
 *              function then returns MOYA_ERROR_MEMORY, or the call ends with it, and the library stays usable. The
 *              limits above keep texts and arrays below a mebibyte. When a small allocation fails, the process may end
 *              with a message on standard error, as programs in Swift do.
 *   Process    No signal handlers, no exit, no output, but for Memory above and for the lines of a provider that has no
 *              log (log.h): those that MOYA_LOG asks for, and a warning that certificates are not checked (session.h).
 *              All file descriptors are close-on-exec.
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
#include "stub.h"     /* responses made up by the program */
#include "download.h" /* responses as files */
#include "retry.h"    /* other attempts */
#include "stubs.h"    /* rules that answer in place of the network */
#include "target.h"   /* what is called */
#include "credential.h" /* who a request is from */
#include "session.h"  /* how a provider connects, and to whom */
#include "log.h"      /* where lines go */
#include "cookies.h"  /* what a provider remembers of answers */
#include "closures.h" /* what targets come to */
#include "executor.h" /* where callbacks run */
#include "backend.h"  /* what answers */
#include "provider.h" /* connections, defaults, plugins */
#include "call.h"     /* calling, and cancelling */
#include "stream.h"   /* responses as they come */
#include "queue.h"    /* calls whose ends are rows */
#include "group.h"    /* calls that belong together */
#include "response.h" /* what came */
#include "json.h"     /* values in it */
#include "type.h"     /* structs */
#include "api.h"      /* endpoints of a definition */
#include "bind.h"     /* those endpoints as functions */
#include "error.h"    /* what went wrong */
#include "builtin.h"  /* the plugins that the library has */
#include "plugin.h"   /* the interface of plugins */

#endif
