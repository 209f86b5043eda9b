#include <glib-unix.h>
#include <moya/moya.h>

enum { CALLS = 3 };
static GMainLoop *loop;
static int under_way, answered;

static void ended(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user;
  answered += status == MOYA_OK;
  if (status == MOYA_OK) g_print("%s\n", moya_response_body(response).data);
  else g_printerr("%s\n", moya_error_message(error).data);
  if (--under_way == 0) g_main_loop_quit(loop);
}

static gboolean ready(int descriptor, GIOCondition condition, void *api) {
  (void)descriptor, (void)condition;
  (void)moya_provider_process(api, 0, NULL);
  return G_SOURCE_CONTINUE;
}

static gboolean tick(void *user) {
  (void)user;
  g_print("The loop does other work.\n");
  return G_SOURCE_CONTINUE;
}

int main(int count, char **arguments) {
  static const char *const paths[CALLS] = {"/wait/a", "/wait/b", "/wait/c"};
  if (count != 2) return g_printerr("usage: %s BASE_URL\n", arguments[0]), 1;
  moya_provider *api;
  moya_error *error;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.base_url = arguments[1], .pump = MOYA_PUMP_HOST);
  moya_status status = moya_provider_create(&options, &api, &error);
  loop = g_main_loop_new(NULL, FALSE);
  for (int number = 0; status == MOYA_OK && number < CALLS; number++) {
    moya_target target = MOYA_TARGET(.name = "wait", .path = paths[number], .validation = MOYA_VALIDATION_SUCCESS);
    status = moya_provider_send(api, &target, &MOYA_HANDLERS(.end = ended), NULL, NULL, &error);
    under_way += status == MOYA_OK;
  }
  if (status != MOYA_OK) g_printerr("%s\n", moya_error_message(error).data);
  if (under_way > 0) {
    guint source = g_unix_fd_add(moya_provider_fd(api), G_IO_IN, ready, api), timer = g_timeout_add(200, tick, NULL);
    g_main_loop_run(loop);
    g_source_remove(timer);
    g_source_remove(source);
  }
  moya_error_release(error);
  moya_provider_destroy(api);
  g_main_loop_unref(loop);
  return answered == CALLS ? 0 : 1;
}
