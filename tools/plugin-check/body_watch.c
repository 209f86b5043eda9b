/* Watches the hooks of moya.body/1 (watch.h). The library gets hooks that call the plugin's hooks, and the plugin gets
 * functions that call the library's functions. A stub responds in one piece, so the watch can cut this piece into
 * smaller ones. */
#include "allocations.h"
#include "findings.h"
#include "pieces.h"
#include "watch.h"

#include <string.h>

static const moya_body *real;
static moya_body_hooks hooks; /* the plugin's own hooks */

static _Thread_local hook hook_here;
static _Thread_local bool passed_in_head;

static moya_status pass(moya_context *context, const void *data, size_t len) {
  IN_HOST;
  watch_use(context, "pass", USE_CHANGE);
  moya_status status = real->pass(context, data, len);
  passed_in_head = passed_in_head || (hook_here == HEAD && status == MOYA_ERROR_STATE);
  if (hook_here != HEAD) watch_changed(context, "pass", status);
  return status;
}

const moya_body *watch_body(const moya_body *table) {
  static moya_body copy;
  if (!real) {
    real = table;
    memcpy(&copy, table, table->size < sizeof copy ? table->size : sizeof copy);
    copy.size = table->size < sizeof copy ? table->size : (uint32_t)sizeof copy;
    copy.pass = pass;
  }
  return &copy;
}

static moya_status head(void *it, moya_context *context) {
  WATCH(it, HEAD, context);
  hook_here = HEAD;
  passed_in_head = false;
  moya_status status = watch_returned(&run, hooks.head(run.instance->real, context));
  hook_here = CHUNK;
  if (passed_in_head)
    finding("skip", "head passed bytes on%s", status == MOYA_BODY_SKIP ? ", and returned MOYA_BODY_SKIP" : "");
  watch_set.chunks = 0;
  return status;
}

static moya_status one_chunk(void *it, moya_context *context, const void *data, size_t len) {
  piece copy __attribute__((cleanup(piece_end))) = piece_copy(data, len);
  WATCH(it, CHUNK, context);
  watch_set.chunks++;
  return watch_returned(&run, hooks.chunk(run.instance->real, context, copy.data, len));
}
static moya_status chunk(void *it, moya_context *context, const void *data, size_t len) {
  size_t piece = watch_set.cut > 0 ? (size_t)watch_set.cut : len;
  moya_status status = MOYA_OK;
  if (len == 0) return one_chunk(it, context, data, len);
  for (size_t at = 0; at < len && status == MOYA_OK; at += piece) {
    size_t count = len - at < piece ? len - at : piece;
    status = one_chunk(it, context, (const char *)data + at, count);
    void (*after)(void) = at == 0 && piece < len ? watch_set.after_piece : NULL;
    if (after) after();
  }
  return status;
}
static moya_status end(void *it, moya_context *context) {
  bool empty = watch_set.chunks == 0;
  WATCH(it, END, context);
  if (empty) about_to("end-without-chunks", "the end of a body without bytes");
  moya_status status = watch_returned(&run, hooks.end(run.instance->real, context));
  if (empty) about_to(watch_set.row ? watch_set.row : "", "calls");
  watch_set.chunks = 0;
  return status;
}

const moya_body_hooks *watch_body_hooks(const moya_body_hooks *of_plugin) {
  static moya_body_hooks copy;
  size_t size = of_plugin->size < sizeof hooks ? of_plugin->size : sizeof hooks;
  memset(&hooks, 0, sizeof hooks);
  memcpy(&hooks, of_plugin, size);
  copy = hooks;
  copy.size = (uint32_t)sizeof copy;
  copy.head = hooks.head ? head : NULL;
  copy.chunk = hooks.chunk ? chunk : NULL;
  copy.end = hooks.end ? end : NULL;
  return &copy;
}
