/* Makes calls through a module that has nothing to do for them, or through a plugin that has the same hooks and does
 * nothing. playing.py counts the instructions of both.
 *
 *     idle COUNT module|twin MODULE CONFIG */
#include <moya/moya.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static moya_status status_hook(void *instance, moya_context *context) {
  (void)instance, (void)context;
  return MOYA_HOOK_OK;
}
static void notice(void *instance, moya_context *context) { (void)instance, (void)context; }
static int64_t no_retry(void *instance, moya_context *context) {
  (void)instance, (void)context;
  return MOYA_RETRY_NONE;
}
static void release_slot(void *instance, void *slot) { (void)instance, (void)slot; }

/* Returns the table of a plugin that has the hooks of another one. */
static moya_plugin twin_of(const moya_plugin *other) {
  moya_plugin it = {MOYA_PLUGIN_HEAD, .flags = other->flags, .id = "org.libmoya.twin", .version = "1"};
  if (other->prepare) it.prepare = status_hook;
  if (other->sign) it.sign = status_hook;
  if (other->will_send) it.will_send = notice;
  if (other->did_receive) it.did_receive = notice;
  if (other->should_retry) it.should_retry = no_retry;
  if (other->process) it.process = status_hook;
  if (other->release_slot) it.release_slot = release_slot;
  return it;
}

int main(int count, char **arguments) {
  static moya_plugin twin;
  const moya_module *module;
  moya_provider *provider;
  moya_error *error = NULL;
  moya_status status = count == 5 ? moya_provider_create(NULL, &provider, &error) : MOYA_ERROR_ARGUMENT;
  if (status == MOYA_OK && strcmp(arguments[2], "module") == 0) {
    status = moya_provider_load_plugin(provider, arguments[3], arguments[4], &error);
  } else if (status == MOYA_OK) {
    status = moya_module_open(arguments[3], 0, &module, &error);
    if (status == MOYA_OK) twin = twin_of(module->plugins[0]);
    if (status == MOYA_OK) status = moya_provider_add_plugin(provider, &twin, NULL, &error);
  }
  moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = MOYA_TARGET(.name = "idle", .base_url = "https://api.example.com", .path = "/zen", .sample = &sample,
                                   .stub = MOYA_STUB_IMMEDIATE);
  for (long left = status == MOYA_OK ? strtol(arguments[1], NULL, 10) : 0; left > 0 && status == MOYA_OK; left--) {
    moya_response *response = NULL;
    status = moya_provider_call(provider, &target, NULL, &response, &error);
    moya_response_release(response);
  }
  if (status != MOYA_OK) {
    fprintf(stderr, "%s\n", moya_error_message(error).data);
    return 1;
  }
  moya_provider_destroy(provider);
  return 0;
}
