/* Contains what tests of the hook `close` share: plugins whose `close` does what a test sets, and the lines of the
 * log. */
#ifndef PLUGIN_CLOSING_H
#define PLUGIN_CLOSING_H

#include "plugin_tasks.h"

/* The function that `close` calls for each instance, in the order of their letters. If it is NULL, `close` returns
 * MOYA_HOOK_OK. */
static moya_status (*on_close[3])(moya_context *);
static pthread_t closer;
static inline moya_status close_hook(void *it, moya_context *context) {
  int which = *(char *)it - 'a';
  write_note(it, "close");
  closer = pthread_self();
  EXPECT(context == selves[which], "the context of `close` is not that of `create`");
  EXPECT(host->target_name(context).data == NULL && host->attempt(context) == 0);
  return on_close[which] ? on_close[which](context) : MOYA_HOOK_OK;
}
static const moya_plugin closing = {MOYA_PLUGIN_HEAD, .flags = MOYA_PLUGIN_WAITS, .id = "org.libmoya.closes", TASKING,
                                    .prepare = prepare, .process = process, .close = close_hook};
static const moya_plugin hasty_closing = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.closes", TASKING, .close = close_hook};

/* The warnings and errors in the log, each with a line end. */
static char lines[2048];
static pthread_mutex_t lines_lock = PTHREAD_MUTEX_INITIALIZER;
static inline void keep_line(void *user, moya_log_level level, const char *message, size_t len) {
  (void)user, (void)len;
  pthread_mutex_lock(&lines_lock);
  size_t length = strlen(lines);
  if (level >= MOYA_LOG_WARNING) snprintf(lines + length, sizeof lines - length, "%s\n", message);
  pthread_mutex_unlock(&lines_lock);
}
static inline void begin_closing_with(const moya_plugin *plugin, moya_pump pump, int count) {
  static moya_log_handler log = MOYA_LOG_HANDLER_INIT;
  log.log = keep_line;
  moya_provider_options options = plain_options(pump);
  options.log = &log;
  lines[0] = 0;
  begin_with(&options, plugin, count);
}
static inline void begin_closing(moya_pump pump, int count) { begin_closing_with(&closing, pump, count); }
static inline void set_hooks(moya_status (*a)(moya_context *), moya_status (*b)(moya_context *)) {
  on_close[0] = a;
  on_close[1] = b;
}

/* ── Tasks ── */

static ending pending;
static inline void set_timer(moya_context *owner) {
  reset(&pending);
  EXPECT_STATUS(tasks->after(owner, 3600000, finish, &pending, &pending.task), MOYA_OK);
}
static moya_context *closed;
/* A task for which `close` waits. When the task ends, it resumes `close`. */
static ending farewell;
static inline void close_end(ending *end, moya_context *context) {
  (void)end, (void)context;
  EXPECT_STATUS(host->resume(closed, MOYA_HOOK_OK), MOYA_OK);
}
static inline moya_status defer_for(moya_context *context) {
  closed = context;
  reset(&farewell);
  farewell.then = close_end;
  return host->defer(context);
}
static inline moya_status wait_for_request(moya_context *context) {
  moya_sub_request request = MOYA_SUB_REQUEST(.url = at("/echo"), .method = "POST", .body = "bye", .body_len = 3);
  EXPECT_STATUS(defer_for(context), MOYA_OK);
  EXPECT_STATUS(send_request(context, &request, &farewell), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static inline moya_status resume_at_once(moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(host->resume(context, MOYA_HOOK_OK), MOYA_OK);
  return MOYA_HOOK_PENDING;
}

#define BOTH(name, body) static void name(void) { with_both_pumps(body); }

#endif
