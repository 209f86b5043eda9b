#include "send.h"
#include <stdio.h>
#include <string.h>
#include "memory.h"

/* True if an earlier --plugin has the same path as the --plugin at `index`. `length` is the length of that path. */
static bool is_repeated(const options *options, size_t index, size_t length) {
  const char *named = options->plugins[index];
  for (size_t i = 0; i < index; i++) {
    const char *other = options->plugins[i];
    if (strncmp(other, named, length) == 0 && (!other[length] || strncmp(other + length, "={", 2) == 0)) return true;
  }
  return false;
}

static int plugins(sender *it) {
  moya_error *error = NULL;
  for (size_t i = 0; i < it->options->plugin_count; i++) {
    const char *named = it->options->plugins[i], *config = strstr(named, "={");
    const char *path = config ? memory_copy(named, (size_t)(config - named)) : named;
    /* Each plugin of a provider has its own name. */
    char name[32];
    snprintf(name, sizeof name, "--plugin %zu", i + 1);
    moya_plugin_use use = MOYA_PLUGIN_USE(.path = path, .name = is_repeated(it->options, i, strlen(path)) ? name : NULL,
                                          .config = config ? config + 1 : NULL);
    moya_status status = moya_provider_use(it->provider, &use, &error);
    if (status == MOYA_OK) continue;
    const char *message = moya_error_message(error).data;
    bool is_named = strstr(message, path) != NULL;
    int result = complain(exit_of_status(status), "%s%s%s%s", is_named ? "" : "--plugin ", is_named ? "" : path, is_named ? "" : ": ", message);
    moya_error_release(error);
    return result;
  }
  if (!it->options->verbose && !it->options->curl) return EXIT_DONE;
  /* This plugin is added last, so that it sees the changes of the other plugins. */
  moya_status status = watch_add(&it->watch, it->provider, &error);
  return status == MOYA_OK ? EXIT_DONE : complain_error(status, error);
}

int sender_open(sender *it, const options *options) {
  memset(it, 0, sizeof *it);
  it->options = options;
  it->watch.options = options;
  moya_log_handler log = watch_log(&it->watch);
  moya_retry retry = MOYA_RETRY(.attempts = options->retries + 1);
  moya_provider_options wanted = MOYA_PROVIDER_OPTIONS(
      .total_timeout_ms = UINT32_MAX, .user_agent = "moya/" MOYA_VERSION, .proxy = options->proxy,
      .ca_file = options->ca_file, .log = &log, .retry = options->retries ? &retry : NULL);
  moya_error *error = NULL;
  moya_status status = moya_provider_create(&wanted, &it->provider, &error);
  return status == MOYA_OK ? plugins(it) : complain_error(status, error);
}

int sender_send(sender *it, const moya_target *target, promise promise) {
  const options *options = it->options;
  moya_target sent = *target;
  it->watch.task = target->task;
  if (options->timeout_ms) sent.timeout_ms = options->timeout_ms;
  if (options->no_redirects) sent.max_redirects = MOYA_NO_REDIRECTS;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status;
  if (options->curl) {
    /* The request is made and shown. A stub answers it, so nothing is sent. */
    moya_sample nothing = MOYA_SAMPLE(.http_status = 204);
    sent.sample = &nothing;
    sent.stub = MOYA_STUB_IMMEDIATE;
    sent.validation = MOYA_VALIDATION_NONE;
    sent.download = NULL;
    status = moya_provider_call(it->provider, &sent, NULL, &response, &error);
    moya_response_release(response);
    return status == MOYA_OK ? EXIT_DONE : complain_error(status, error);
  }
  if (options->stub) sent.stub = MOYA_STUB_IMMEDIATE;
  moya_download file = MOYA_DOWNLOAD(.path = options->output, .flags = MOYA_DOWNLOAD_REPLACE);
  if (options->output) {
    sent.download = &file;
    sent.validation = MOYA_VALIDATION_SUCCESS;
  }
  return answer_print(options, it->provider, &sent, promise);
}

void sender_close(sender *it) { moya_provider_destroy(it->provider); }
