/* A process exits, or a provider is destroyed, while hooks run. */
#include "plugin_calls.h"

#include <pthread.h>
#include <semaphore.h>

/* ── A process that exits while calls run ── */

enum { CALLS = 8, ENDED_CALLS = 64 };
static moya_provider *running;
static sem_t calls_ended;
static void again(void *user, moya_status status, const moya_response *response, const moya_error *error);

static void start_call(void) {
  moya_target target = stub_target(MOYA_STUB_DELAYED);
  moya_handlers handlers = MOYA_HANDLERS(.end = again);
  target.stub_delay_ms = 1;
  /* The call may fail, because the process may be exiting. */
  moya_status status = moya_provider_send(running, &target, &handlers, NULL, NULL, NULL);
  (void)status;
}
static void again(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)status, (void)response, (void)error;
  sem_post(&calls_ended);
  start_call();
}

/* What the child does. It exits while calls run, and does not destroy its provider. */
static int child(void) {
  sem_init(&calls_ended, 0, 0);
  running = new_provider(NULL);
  moya_plugin_use use = MOYA_PLUGIN_USE(.path = module_path("statics.so"));
  expect_use(running, &use, MOYA_OK, NULL, "statics.so");
  if (check_failures) return 3;
  for (int index = 0; index < CALLS; index++) start_call();
  for (int index = 0; index < ENDED_CALLS; index++) {
    while (sem_wait(&calls_ended)) continue;
  }
  exit(0);
}

static void exits(void) {
  char name[] = "plugin_exit", argument[] = "child";
  char *const arguments[] = {name, argument, NULL};
  /* AddressSanitizer must not report the provider, which the child does not destroy. */
  const char *before = getenv("ASAN_OPTIONS");
  char options[512], path[4096];
  /* Under valgrind, starting /proc/self/exe itself would start valgrind. */
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  snprintf(options, sizeof options, "%s%sdetect_leaks=0", before ? before : "", before ? ":" : "");
  setenv("ASAN_OPTIONS", options, 1);
  for (int round = 0; round < often(40); round++) {
    pid_t pid = 0;
    int status = -1;
    EXPECT(posix_spawn(&pid, path, NULL, NULL, arguments, environ) == 0);
    EXPECT(pid > 0 && waitpid(pid, &status, 0) == pid);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "round %d: wait status %#x", round, (unsigned)status);
  }
}

/* ── A hook that blocks while its provider is destroyed ── */

static int gate[2];
static sem_t is_inside;
static moya_provider *blocked;

static moya_status wait_for_gate(void *instance, moya_context *context) {
  (void)instance, (void)context;
  char byte;
  sem_post(&is_inside);
  EXPECT(read(gate[0], &byte, 1) == 1);
  return MOYA_HOOK_OK;
}
static void void_gate(void *instance, moya_context *context) { (void)wait_for_gate(instance, context); }

static void *call_blocked(void *unused) {
  (void)unused;
  moya_target target = stub_target(MOYA_STUB_IMMEDIATE);
  moya_response *response = NULL;
  moya_status status = moya_provider_call(blocked, &target, NULL, &response, NULL);
  EXPECT(status == MOYA_OK || status == MOYA_ERROR_CANCELLED, "%s", moya_status_name(status));
  moya_response_release(response);
  return NULL;
}
static void *destroy_blocked(void *unused) {
  (void)unused;
  moya_provider_destroy(blocked);
  return NULL;
}

/* Reads until the text contains `wanted`. Only a failing test reaches the deadline. */
static bool reads(int output, const char *wanted, char *text, size_t room) {
  size_t length = 0;
  long deadline = clock_seconds() + 60;
  text[0] = 0;
  while (!strstr(text, wanted) && length < room - 1 && clock_seconds() < deadline) {
    struct pollfd ready = {output, POLLIN, 0};
    if (poll(&ready, 1, 1000) != 1) continue;
    ssize_t count = read(output, text + length, room - 1 - length);
    if (count <= 0) break;
    length += (size_t)count;
    text[length] = 0;
  }
  return strstr(text, wanted) != NULL;
}

static void expect_named(const moya_plugin *plugin, const char *wanted) {
  int output[2], error_before = dup(STDERR_FILENO);
  pthread_t calling, destroying;
  static char text[8192];
  sem_init(&is_inside, 0, 0);
  EXPECT(error_before >= 0 && pipe2(gate, O_CLOEXEC) == 0 && pipe2(output, O_CLOEXEC) == 0);
  blocked = new_provider(NULL);
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = plugin);
  expect_use(blocked, &use, MOYA_OK, NULL, wanted);
  EXPECT(dup2(output[1], STDERR_FILENO) == STDERR_FILENO);
  EXPECT(pthread_create(&calling, NULL, call_blocked, NULL) == 0);
  while (sem_wait(&is_inside)) continue;
  EXPECT(pthread_create(&destroying, NULL, destroy_blocked, NULL) == 0);
  bool is_named = reads(output[0], wanted, text, sizeof text);
  EXPECT(write(gate[1], "x", 1) == 1);
  pthread_join(calling, NULL);
  pthread_join(destroying, NULL);
  EXPECT(dup2(error_before, STDERR_FILENO) == STDERR_FILENO);
  EXPECT(is_named, "%s in: %s", wanted, text);
  close(error_before);
  close(output[0]);
  close(output[1]);
  close(gate[0]);
  close(gate[1]);
}

static void blocks(void) {
  static const struct {
    moya_plugin plugin;
    const char *text;
  } rows[] = {
      {{MOYA_PLUGIN_HEAD, .id = "org.libmoya.blocks", .version = "1.0.0", .prepare = wait_for_gate},
       "waits for plugin org.libmoya.blocks in prepare of 'API.call'"},
      {{MOYA_PLUGIN_HEAD, .id = "org.libmoya.blocks", .version = "1.0.0", .did_receive = void_gate},
       "waits for plugin org.libmoya.blocks in did_receive of 'API.call'"},
  };
  for (size_t index = 0; index < COUNT(rows); index++) expect_named(&rows[index].plugin, rows[index].text);
}

int main(int count, char **arguments) {
  if (count > 1 && strcmp(arguments[1], "child") == 0) return child();
  TEST("a process exits while hooks of a module with static objects run", exits);
  TEST("a hook that a destroyed provider waits for is named on standard error", blocks);
  return verdict();
}
