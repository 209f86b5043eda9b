/* Makes calls through a module while an allocation of the module fails.
 *
 *     no_memory MODULE CONFIG STEP [continue]
 *
 * Each run is a process of its own. In the first run, the first allocation of the module fails. In the second run, the
 * second allocation fails, and so on, until no allocation fails. If STEP is 10, only every tenth run is made. Then come
 * runs in which all later allocations fail, too. The process must not end. With `continue`, each call must succeed.
 * Without it, a call may fail in any way. Then another provider with the module must work. Prints the runs that
 * failed. */
#define _GNU_SOURCE
#include <moya/moya.h>

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOTHING_FAILED = 42, MOST_RUNS = 3000, SECONDS = 60 };

/* The memory into which the module is loaded. */
static uintptr_t first, end;
/* The number of allocations that still succeed; −1: all succeed. */
static _Atomic long left = -1;
static bool fails_again, calls_continue;
static atomic_bool has_failed;

void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
int posix_memalign(void **out, size_t alignment, size_t size);

static bool fails(const void *caller) {
  if ((uintptr_t)caller < first || (uintptr_t)caller >= end || left < 0) return false;
  if (left > 0) {
    atomic_fetch_sub(&left, 1);
    return false;
  }
  if (!fails_again) left = -1;
  has_failed = true;
  errno = ENOMEM;
  return true;
}
void *malloc(size_t size) { return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(memory, size);
}

static int find(struct dl_phdr_info *info, size_t size, void *name) {
  (void)size;
  if (strcmp(info->dlpi_name, name) != 0) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *each = &info->dlpi_phdr[i];
    if (each->p_type != PT_LOAD || !(each->p_flags & PF_X)) continue;
    first = info->dlpi_addr + each->p_vaddr;
    end = first + each->p_memsz;
  }
  return 1;
}

static moya_flow ignore(void *user, const void *data, size_t len) {
  (void)user, (void)data, (void)len;
  return MOYA_FLOW_CONTINUE;
}

static void call(moya_provider *provider, const char *path, const char *method, const char *body, bool in_pieces) {
  moya_task task = MOYA_TASK(.kind = body ? MOYA_TASK_DATA : MOYA_TASK_PLAIN, .data = body, .data_len = body ? strlen(body) : 0);
  moya_header headers[] = {{"Content-Type", "application/json"}, {"tracestate", "a=b"},
                           {"traceparent", "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01"}};
  moya_target target = MOYA_TARGET(.name = "call", .method = method, .base_url = "https://api.example/", .path = path,
                                   .headers = headers, .header_count = 3, .task = &task);
  moya_handlers handlers = MOYA_HANDLERS(.body = ignore);
  moya_response *response = NULL;
  moya_error *error = NULL;
  if (moya_provider_call(provider, &target, in_pieces ? &handlers : NULL, &response, &error) != MOYA_OK && calls_continue) {
    printf("%s: %s\n", path, moya_error_message(error).data);
    exit(1);
  }
  moya_error_release(error);
  moya_response_release(response);
}

static void add(moya_stubs *stubs, const char *path, const moya_sample *sample) {
  moya_stub_rule rule = MOYA_STUB_RULE(.path = path, .answers = sample, .answer_count = 1);
  if (moya_stubs_add(stubs, &rule, NULL, NULL) != MOYA_OK) exit(3);
}

static moya_stubs *make_stubs(void) {
  moya_stubs *stubs;
  moya_header fresh[] = {{"Cache-Control", "max-age=60"}, {"ETag", "\"a\""}}, old[] = {{"Cache-Control", "no-cache"}, {"ETag", "\"a\""}};
  moya_sample ok = MOYA_SAMPLE(.body = "{\"token\":\"abcdefghijkl\"}", .body_len = 24, .headers = fresh, .header_count = 2);
  moya_sample stale = MOYA_SAMPLE(.body = "text", .body_len = 4, .headers = old, .header_count = 2);
  moya_sample bad = MOYA_SAMPLE(.http_status = 500);
  if (moya_stubs_create(&stubs, NULL) != MOYA_OK) exit(3);
  add(stubs, NULL, &ok);
  add(stubs, "/stale", &stale);
  add(stubs, "/bad", &bad);
  return stubs;
}

/* Loads the module into a provider, and makes calls that the stubs answer. Returns false if the module cannot be
 * loaded. */
static bool play(const char *module, const char *config, moya_stubs *stubs) {
  static char json[20000];
  moya_provider *provider;
  memset(json, ' ', sizeof json - 1);
  memcpy(json, "{\"a\":1}", 7);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.stubs = stubs);
  if (moya_provider_create(&options, &provider, NULL) != MOYA_OK) exit(3);
  bool is_loaded = moya_provider_load_plugin(provider, module, config, NULL) == MOYA_OK;
  for (int turn = 0; turn < 2 && is_loaded; turn++) {
    call(provider, "/ok?token=abcdefghijkl", "GET", NULL, false);
    call(provider, "/stale", "GET", NULL, false);
    call(provider, "/bad", "GET", NULL, false);
    call(provider, "/bad", "GET", NULL, false);
    call(provider, "/ok", "POST", json, false);
    call(provider, "/pieces", "GET", NULL, true);
  }
  moya_provider_close(provider);
  moya_provider_destroy(provider);
  return is_loaded;
}

int main(int count, char **arguments) {
  if (count < 4) return 2;
  long step = strtol(arguments[3], NULL, 10);
  calls_continue = count > 4;
  void *module = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (!module || !dl_iterate_phdr(find, arguments[1])) return 2;
  int bad = 0, runs = 0;
  for (int again = 0; again < 2; again++) {
    for (long number = 0; number < MOST_RUNS; number += step) {
      int status = 0;
      fflush(stdout); /* otherwise the child would print it again */
      pid_t child = fork();
      if (child == 0) {
        alarm(SECONDS);
        moya_stubs *stubs = make_stubs();
        fails_again = again;
        left = number;
        play(arguments[1], arguments[2], stubs);
        left = -1;
        bool is_loaded = play(arguments[1], arguments[2], stubs);
        moya_stubs_release(stubs);
        _exit(!is_loaded ? 1 : has_failed ? 0 : NOTHING_FAILED);
      }
      if (child < 0 || waitpid(child, &status, 0) != child) return 2;
      runs++;
      if (WIFEXITED(status) && WEXITSTATUS(status) == NOTHING_FAILED) break;
      if (status == 0) continue;
      bad++;
      printf("allocation %ld%s: %s %d\n", number, again ? " and all later ones" : "",
             WIFSIGNALED(status) ? "signal" : "status", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    }
  }
  printf("%d runs\n", runs);
  return bad > 0;
}
