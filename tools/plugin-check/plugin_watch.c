/* Copies the plugin's moya_plugin. In the copy, each hook is a function of the watch (watch.h), which calls the
 * plugin's hook. */
#include "contexts.h"
#include "findings.h"
#include "watch.h"

#include <stdlib.h>
#include <string.h>

moya_plugin watched;

/* The library runs should_retry after each attempt except the 16th. */
enum { MOST_ATTEMPTS = 15 };

static moya_status create(const moya_host *host, moya_context *self, void **made) {
  instance *it = calloc(1, sizeof *it);
  moya_status status = MOYA_OK;
  MUST(it);
  it->self = self;
  *made = it;
  context *of_self = context_lock(self);
  *of_self = (context){.key = self, .state = OF_INSTANCE, .hook = CREATE, .instance = it};
  context_unlock();
  const moya_host *table = watch_host(host);
  if (watched.create) {
    WATCH(it, CREATE, self);
    status = watch_returned(&run, watched.create(table, self, &it->real));
  }
  if (status == MOYA_OK) COUNT(instances, 1);
  else it->ended = true;
  return status;
}

static moya_status close_(void *it, moya_context *self) {
  WATCH(it, CLOSE, self);
  return watch_returned(&run, watched.close(run.instance->real, self));
}

static void destroy(void *of_host) {
  instance *it = of_host;
  if (it->ended) finding("create-destroy", "the library destroyed an instance twice");
  COUNT(instances, -1);
  if (it->closes) finding("close", "close deferred, and nothing resumed it");
  watch_abandon(it);
  if (watched.destroy) {
    WATCH(it, DESTROY, NULL);
    watched.destroy(it->real);
    run.returned = true;
  }
  it->ended = true;
}

#define STATUS_HOOK(name, hook)                                                  \
  static moya_status name(void *it, moya_context *context) {                     \
    WATCH(it, hook, context);                                                    \
    return watch_returned(&run, watched.name(run.instance->real, context));      \
  }
#define VOID_HOOK(name, hook)                                                    \
  static void name(void *it, moya_context *context) {                            \
    WATCH(it, hook, context);                                                    \
    watched.name(run.instance->real, context);                                   \
    run.returned = true;                                                         \
  }
STATUS_HOOK(prepare, PREPARE)
STATUS_HOOK(sign, SIGN)
VOID_HOOK(will_send, WILL_SEND)
VOID_HOOK(did_receive, DID_RECEIVE)
STATUS_HOOK(process, PROCESS)

static int64_t should_retry(void *it, moya_context *context) {
  WATCH(it, SHOULD_RETRY, context);
  uint32_t attempt = real_host ? real_host->attempt(context) : 0;
  int64_t wait = watched.should_retry(run.instance->real, context);
  run.returned = true;
  if (wait < MOYA_RETRY_NONE) finding("answers", "should_retry returned %lld, which is reserved", (long long)wait);
  if (wait >= 0 && attempt >= MOST_ATTEMPTS) {
    finding("balance", "should_retry asks for an attempt after %u attempts, and only the library ends the call",
            attempt);
  }
  return wait;
}

static void release_slot(void *it, void *slot) {
  COUNT(slots, -1);
  WATCH(it, RELEASE_SLOT, NULL);
  watched.release_slot(run.instance->real, slot);
  run.returned = true;
}

static const void *get_extension(const char *name) {
  const void *table = watched.get_extension(name);
  return table && strcmp(name, MOYA_BODY) == 0 ? watch_body_hooks(table) : table;
}

const moya_plugin *watch_plugin(const moya_plugin *plugin) {
  static moya_plugin copy;
  size_t size = plugin->size < sizeof watched ? plugin->size : sizeof watched;
  memset(&watched, 0, sizeof watched);
  memcpy(&watched, plugin, size);
  copy = watched;
  copy.size = (uint32_t)sizeof copy;
  copy.create = create;
  copy.destroy = destroy;
  copy.close = watch_set.close && watched.close ? close_ : NULL;
  if (copy.prepare) copy.prepare = prepare;
  if (copy.sign) copy.sign = sign;
  if (copy.will_send) copy.will_send = will_send;
  if (copy.did_receive) copy.did_receive = did_receive;
  if (copy.should_retry) copy.should_retry = should_retry;
  if (copy.process) copy.process = process;
  if (copy.release_slot) copy.release_slot = release_slot;
  if (copy.get_extension) copy.get_extension = get_extension;
  return &copy;
}
