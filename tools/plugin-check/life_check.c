/* Tests instances: create, close and destroy. */
#include "checks.h"
#include "config.h"
#include "findings.h"
#include "growth.h"
#include "virtual_time.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { INSTANCES = 1000, FIRST_INSTANCES = 20 };

static bool make_one(void) {
  world *it = world_create(NULL);
  if (it) world_destroy(it);
  return it != NULL;
}

void check_create(void) {
  use_plugin();
  about_to("create-destroy", "making an instance");
  if (!make_one()) {
    if (config_is_guessed(world_plugin)) {
      checker_failed("%s; set the required options with --config", world_message());
    }
    finding("create-destroy", "%s", world_message());
    return;
  }
  about_to("create-destroy", "making and freeing instances");
  for (int index = 0; index < FIRST_INSTANCES; index++) make_one();
  growth before = growth_now();
  /* Makes fewer instances if one takes long, because create may block. */
  int64_t began = time_real();
  int made = 0;
  while (made < INSTANCES && time_real() - began < 4000000) {
    make_one();
    made++;
  }
  long half = made / 2;
  growth_report("create-destroy", before, half > 0 ? half : 1, "instances");
}

/* ── A create that fails ── */

static void fail_often(const char *config, const char *how) {
  enum { TIMES = 24, FIRST = 4 };
  growth before = {0};
  world_options options = {.config = config};
  for (int index = 0; index < TIMES; index++) {
    world *it = world_create(&options);
    if (it) world_destroy(it);
    if (it) return;
    if (index == FIRST) before = growth_now();
  }
  growth_report("create-fails", before, TIMES - FIRST - 4, how);
}
static void fail_with(const moya_option *option, const char *json, void *user) {
  char *config = config_with(world_plugin, option->name, json);
  (void)user;
  fail_often(config, config);
  free(config);
}

void check_create_fails(void) {
  const moya_option *option;
  use_plugin();
  about_to("create-fails", "making instances whose create fails");
  watch_set.no_extensions = true;
  fail_often(NULL, "a create without extensions of the host");
  watch_set.no_extensions = false;
  for (size_t index = 0; (option = option_at(world_plugin, index)); index++) {
    static const char *const texts[] = {"\"\"", "\"no such thing\"", "\"\\u00e9\"", "\"://\""};
    bool is_text = option->kind == MOYA_OPTION_TEXT || option->kind == MOYA_OPTION_SECRET;
    for (size_t at = 0; is_text && !option->choices && at < sizeof texts / sizeof *texts; at++)
      fail_with(option, texts[at], NULL);
    if (option->kind == MOYA_OPTION_TEXTS) fail_with(option, "[\"\"]", NULL);
    if (option->kind == MOYA_OPTION_NUMBER) fail_with(option, "-1", NULL);
    if (option->kind == MOYA_OPTION_INT && option->least == 0 && option->most == 0) fail_with(option, "-1", NULL);
    if (option->kind == MOYA_OPTION_JSON) fail_with(option, "7", NULL);
    config_good_values(option, fail_with, NULL);
  }
}

/* ── Two instances ── */

static void run_some(world *it) {
  call calls[8] = {0};
  size_t count = sizeof calls / sizeof *calls;
  for (size_t index = 0; index < count; index++) calls[index] = (call){.scene = &scenes[index], .cancel_at = -1};
  world_run(it, calls, count);
  for (size_t index = 0; index < count; index++) call_free(&calls[index]);
}

void check_two_instances(void) {
  use_plugin();
  about_to("two-instances", "calls of two providers, each with an instance");
  for (int round = 0; round < 3; round++) {
    world *first = world_make(NULL), *second = world_make(&(world_options){.name = "second"});
    run_some(first);
    run_some(second);
    about_to("two-instances", "calls of one instance after the end of the other");
    world_destroy(round == 1 ? second : first);
    run_some(round == 1 ? first : second);
    world_settle(round == 1 ? first : second);
    world_destroy(round == 1 ? first : second);
  }
}

/* ── Close ── */

void check_close(void) {
  enum { MOST_MS = 1900 };
  use_plugin();
  if (!world_plugin->close || world_plugin->size < offsetof(moya_plugin, close)) {
    not_judged("close", "the plugin has no close");
    return;
  }
  watch_set.close = true;
  about_to("close", "closing an instance");
  /* Instances are closed in real time first, and then with a clock that the checker moves. A wait in the kernel ignores
   * the moved clock, so only real time shows what such a wait does. */
  for (int real = 1; real >= 0; real--) {
    for (int with_calls = 0; with_calls < 2; with_calls++) {
      world *it = world_make(&(world_options){.in_real_time = real});
      if (with_calls && !real) run_some(it);
      int64_t began = time_real();
      world_destroy(it);
      int64_t took = (time_real() - began) / 1000;
      if (took > MOST_MS) finding("close", "the end of a provider took %lld ms", (long long)took);
      if (took > MOST_MS) return;
    }
  }
}

/* ── Exit ── */

/* The process ends when the test has returned. It then runs the destructors of the module (see child_test). */
void check_exit(void) {
  use_plugin();
  about_to("exit", "a call");
  world *it = world_make(NULL);
  run_some(it);
  world_settle(it);
  world_destroy(it);
  about_to("exit", "ending the process");
}

/* ── Fork ── */

/* Makes a blocking call. Its timeout counts real time, and not the checker's virtual time. */
static moya_status blocking_call(world *it, uint32_t timeout_ms) {
  moya_response *response = NULL;
  moya_target target =
      MOYA_TARGET(.name = "check.fork", .base_url = "https://check.example/v1", .timeout_ms = timeout_ms);
  moya_status status = moya_provider_call(world_provider(it), &target, NULL, &response, NULL);
  moya_response_release(response);
  return status;
}

void check_fork(void) {
  enum { TIMEOUT_MS = 2000 };
  use_plugin();
  world *it = world_make(NULL);
  about_to("fork", "a blocking call");
  moya_status before = blocking_call(it, TIMEOUT_MS);
  if (before == MOYA_ERROR_TIMEOUT_TOTAL) {
    not_judged("fork", "a call of the parent process takes longer than %d ms", TIMEOUT_MS);
    world_destroy(it);
    return;
  }
  about_to("fork", "a call in a forked child");
  pid_t child = fork();
  if (child == 0) _exit(blocking_call(it, TIMEOUT_MS) == MOYA_ERROR_TIMEOUT_TOTAL ? 2 : 0);
  MUST(child > 0);
  int status = 0;
  int64_t began = time_real();
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (time_real() - began > 2 * TIMEOUT_MS * 1000ll) {
      finding("fork", "a call in a forked child did not end");
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      findings_give_up();
    }
    time_sleep(5);
  }
  if (WIFSIGNALED(status)) finding("fork", "a call in a forked child died of %s", strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status) == 2) finding("fork", "a call in a forked child ran out of time");
  else if (WEXITSTATUS(status) != 0) finding("fork", "a call in a forked child ended the child");
  about_to("fork", "a call of the parent after the fork");
  blocking_call(it, TIMEOUT_MS);
  world_destroy(it);
}
