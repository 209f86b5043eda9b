#include "send.h"
#include <string.h>
#include "interrupt.h"
#include "loading.h"

/* Adds the plugins that the options name. The plugin that shows requests is the last one, so that it sees the changes
 * of the others. */
static int plugins(sender *it) {
  moya_error *error = NULL;
  int result = loading_add(it->options, it->provider);
  if (result != EXIT_DONE || (!it->options->verbose && !it->options->curl)) return result;
  moya_status status = watch_add(&it->watch, it->provider, &error);
  return status == MOYA_OK ? EXIT_DONE : complain_error(status, error);
}

int sender_open(sender *it, const options *options) {
  memset(it, 0, sizeof *it);
  it->options = options;
  it->watch.options = options;
  it->watch.target = ""; /* plugins may send requests before the first call */
  moya_log_handler log = watch_log(&it->watch);
  moya_retry retry = MOYA_RETRY(.attempts = options->retries + 1);
  moya_provider_options wanted = MOYA_PROVIDER_OPTIONS(
      .total_timeout_ms = UINT32_MAX, .user_agent = "moya/" MOYA_VERSION, .proxy = options->proxy,
      .ca_file = options->ca_file, .log = &log, .retry = options->retries ? &retry : NULL);
  moya_error *error = NULL;
  if (options->output) interrupt_prepare();
  moya_status status = moya_provider_create(&wanted, &it->provider, &error);
  if (status != MOYA_OK) return complain_error(status, error);
  if (options->output) interrupt_watch(it->provider);
  return plugins(it);
}

int sender_send(sender *it, const moya_target *target, promise promise) {
  const options *options = it->options;
  moya_target sent = *target;
  it->watch.target = target->name;
  it->watch.task = target->task;
  if (options->timeout_ms) sent.timeout_ms = options->timeout_ms;
  if (options->no_redirects) sent.max_redirects = MOYA_NO_REDIRECTS;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status;
  if (options->curl) {
    /* The library makes and logs the request, and the tool shows it. A stub responds, so it
     * is not sent. */
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

void sender_close(sender *it) {
  if (it->provider && it->options->output) interrupt_end();
  moya_provider_destroy(it->provider);
}
