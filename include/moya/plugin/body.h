/* "moya.body/1": hooks that read or change the body of a response. The same hooks run for bodies
 * that the caller streams and for bodies that the library collects.
 *
 * The host gets the hooks, a moya_body_hooks, from the get_extension of the plugin's own table. The
 * plugin gets the functions of the host, a moya_body, from the get_extension of moya_host.
 *
 *     static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk};
 *     static const void *extension(const char *name) {
 *       return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
 *     }
 *
 * Rules
 *   Order      The hooks run after will_send and before did_receive, in each attempt that gets a
 *              response: head, then chunk for each piece of the body, then end. They run for one
 *              plugin after the other. Each plugin receives what the plugin before it has passed
 *              on, and the caller receives what the last plugin has passed on.
 *   Pieces     The hooks receive a body that the caller streams as it arrives. They receive any
 *              other body, and the body of a stub, in one piece when it is complete. With
 *              MOYA_PLUGIN_ONLY_STREAMS, they run only for bodies that the caller streams. The
 *              hooks do not run for a download to a file, nor for a response that a prepare hook
 *              made.
 *   Head       The caller sees the head with the changes of all plugins. A plugin that changes the
 *              length of the body removes Content-Length in its head hook. The head hooks run
 *              before the response is validated.
 *   Threads    The hooks run on the same threads as other hooks (plugin.h). They cannot wait.
 */
#ifndef MOYA_PLUGIN_BODY_H
#define MOYA_PLUGIN_BODY_H

#include "../plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MOYA_BODY "moya.body/1"

enum {
  /* What `head` returns if the response does not concern the plugin. The chunk and end hooks of the
   * plugin do not run for this response. */
  MOYA_BODY_SKIP = 3
};

/* The hooks of a plugin. Each may be NULL. If a hook returns an error, the attempt fails with the
 * text that the hook passed to moya_host.fail. If the caller has received nothing of the response,
 * there can be another attempt (should_retry). */
typedef struct moya_body_hooks {
  uint32_t size; /* sizeof(moya_body_hooks) when the plugin was compiled */
  uint32_t reserved;
  /* Runs when the status and the header fields have arrived. The hook may change them
   * (response_set_status, response_set_header, response_add_header). If the hook returns
   * MOYA_HOOK_ANSWERED, the library drops the body that arrives, and removes Content-Length. It
   * does not remove this field from the response to HEAD, which has no body (RFC 9110 §9.3.2). The
   * next plugin receives the body that the hook passed to response_set_body. */
  moya_status (*head)(void *instance, moya_context *context);
  /* Receives a piece of the body after decoding. The fields Content-Encoding and Content-Length
   * still describe the bytes that arrived. Bytes that the hook does not pass on are dropped. The
   * hook may read the `len` bytes until it returns, and must not change them. There need not be a
   * NUL after them. NULL: each piece is passed on as it is. */
  moya_status (*chunk)(void *instance, moya_context *context, const void *data, size_t len);
  /* Runs when the body is complete. The hook may pass a last piece on. */
  moya_status (*end)(void *instance, moya_context *context);
} moya_body_hooks;

/* The functions of the host. */
typedef struct moya_body {
  uint32_t size; /* the size of the table that the host filled */
  uint32_t reserved;
  /* Passes bytes on to the next plugin, or to the caller. Only chunk and end may call this. The
   * next plugin receives the bytes when the hook has returned. Errors: NULL; STATE: the running
   * hook is neither chunk nor end; MEMORY. */
  moya_status (*pass)(moya_context *context, const void *data, size_t len);
} moya_body;

#ifdef __cplusplus
}
#endif

#endif
