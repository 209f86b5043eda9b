/* Tests calls while the plugin's own requests fail, or get responses that the plugin does not expect. */
#include "checks.h"
#include "findings.h"
#include "virtual_time.h"
#include "world.h"

static const struct {
  const char *about;
  answer answer;
} ends[] = {
    {"cannot connect", {0, MOYA_ERROR_CONNECT, NULL, NULL}},
    {"time out", {0, MOYA_ERROR_TIMEOUT_IDLE, NULL, NULL}},
    {"break off", {0, MOYA_ERROR_INCOMPLETE_BODY, NULL, NULL}},
    {"are refused", {401, 0, "{\"error\": \"invalid_client\"}", "Content-Type: application/json\n"}},
    {"meet a busy server", {503, 0, "later", "Retry-After: 1\n"}},
    {"are only accepted", {202, 0, NULL, "Location: /jobs/7\nRetry-After: 1\n"}},
    {"meet a limit", {429, 0, NULL, "Retry-After: \n"}},
    {"get no body", {204, 0, NULL, NULL}},
    {"get an empty text", {200, 0, "", "Content-Type: application/json\n"}},
    {"get a page", {200, 0, "<html></html>", "Content-Type: text/html\n"}},
    {"get half an object", {200, 0, "{\"access_token\": \"t", "Content-Type: application/json\n"}},
    {"get values of other kinds", {200, 0, "{\"access_token\": 7, \"expires_in\": \"x\"}", NULL}},
    {"get a large body", {200, 0, "LARGE", "Content-Type: text/plain\n"}},
};

static void play(world *it, const scene *scene, way way) {
  call calls[2] = {{.scene = scene, .way = way, .cancel_at = -1}, {.scene = scene, .way = way, .cancel_at = -1}};
  world_run(it, calls, 2);
  for (size_t index = 0; index < 2; index++) call_free(&calls[index]);
}

/* Lets a minute pass, because timers of the plugin may send more requests. If the plugin's tasks take long, less than a
 * minute passes. Otherwise the test would have no time for the other elements of `ends`. */
static void run_on(world *it) {
  int64_t until = time_real() + asked.time_limit * 1000000ll / 2 / (int64_t)(sizeof ends / sizeof *ends);
  for (int seconds = 0; seconds < 60 && time_real() < until; seconds++) {
    time_jump(1000000);
    world_step(it);
  }
}

void check_requests(void) {
  use_plugin();
  for (size_t end = 0; end < sizeof ends / sizeof *ends; end++) {
    about_to("failing-requests", "calls while requests of the plugin %s", ends[end].about);
    world *it = world_make(&(world_options){.delay_ms = 20, .own = &ends[end].answer});
    for (size_t index = 0; index < scene_count; index++) play(it, &scenes[index], (enum way)(index % WAYS));
    world_settle(it);
    about_to("failing-requests", "timers run for a minute after calls while requests of the plugin %s",
             ends[end].about);
    run_on(it);
    watch_expect_resumed();
    world_destroy(it);
    if (watch_count().started_requests == 0) break;
  }
  watch_judge_waiting("resume-always");
  if (watch_count().started_requests == 0) not_judged("failing-requests", "the plugin sent no request");
}
