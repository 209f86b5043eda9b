/* Makes ten calls in GLib's main loop, without a thread. The calls complete in callbacks. */
#include <glib-unix.h>
#include <moya/moya.h>

enum { CALLS = 10 };
static int waiting, answered;

static void ended(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  if (status == MOYA_OK) answered += moya_response_http_status(response) == 200;
  else g_printerr("%s\n", moya_error_message(error).data);
  if (--waiting == 0) g_main_loop_quit(user);
}

static gboolean ready(int descriptor, GIOCondition condition, gpointer api) {
  (void)descriptor, (void)condition;
  (void)moya_provider_process(api, 0, NULL);
  return G_SOURCE_CONTINUE;
}

int main(int count, char **arguments) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.pump = MOYA_PUMP_HOST);
  moya_provider *api;
  if (count != 2 || moya_provider_create(&options, &api, NULL) != MOYA_OK) return 2;
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  guint source = g_unix_fd_add(moya_provider_fd(api), G_IO_IN, ready, api);

  moya_target zen = MOYA_TARGET(.name = "zen", .base_url = arguments[1], .path = "/zen");
  for (int number = 0; number < CALLS; number++) {
    waiting += moya_provider_send(api, &zen, &MOYA_HANDLERS(.end = ended, .user = loop), NULL, NULL, NULL) == MOYA_OK;
  }
  if (waiting > 0) g_main_loop_run(loop);
  g_print("%d of %d answered\n", answered, CALLS);

  g_source_remove(source);
  g_main_loop_unref(loop);
  moya_provider_destroy(api);
  return answered == CALLS ? 0 : 1;
}
