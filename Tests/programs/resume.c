#include <moya/moya.h>
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t interrupted;

static void interrupt(int number) {
  (void)number;
  interrupted = 1;
}

static moya_flow show(void *user, const moya_progress *progress) {
  (void)user;
  char line[64];
  moya_progress_text(progress, line, sizeof line);
  fprintf(stderr, "\r%-40s", line);
  return MOYA_FLOW_CONTINUE;
}

static void ended(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  if (status == MOYA_OK) printf("\n%s is complete\n", moya_response_file(response).data);
  *(moya_error **)user = moya_error_retain(error);
}

int main(int count, char **arguments) {
  if (count != 3) return fprintf(stderr, "usage: %s URL FILE\n", arguments[0]), 1;
  signal(SIGINT, interrupt);
  moya_provider *api;
  moya_call *call = NULL;
  moya_error *error;
  moya_download file = MOYA_DOWNLOAD(.path = arguments[2], .flags = MOYA_DOWNLOAD_RESUME);
  moya_target target = MOYA_TARGET(.name = "download", .base_url = arguments[1], .download = &file);
  moya_handlers handlers = MOYA_HANDLERS(.progress = show, .end = ended, .user = &error);
  if (moya_provider_create(NULL, &api, &error) == MOYA_OK &&
      moya_provider_send(api, &target, &handlers, NULL, &call, &error) == MOYA_OK) {
    while (moya_call_wait(call, 100, NULL) == MOYA_ERROR_TIMEOUT_TOTAL) {
      if (interrupted) moya_call_cancel(call);
    }
  }
  if (error) fprintf(stderr, "\n%s\n", moya_error_message(error).data);
  int failed = error != NULL;
  moya_error_release(error);
  moya_call_release(call);
  moya_provider_destroy(api);
  return failed;
}
