/* Each allocation of libcurl and of the library's buffers fails once. The call then succeeds, or says that there is no
 * memory. It does not blame the server, and does not wait until it times out. Allocations of Swift objects do not fail
 * here, because the process would then end. */
#include "calls.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>

/* The functions of the library whose allocations fail. */
typedef struct range {
  uintptr_t first, end;
} range;
enum { MOST_RANGES = 8000, MOST = 4000 };
static range ranges[MOST_RANGES];
static int range_count;
/* The number of allocations that still succeed; −1: all succeed. */
static _Atomic long left = -1;
static atomic_bool has_failed;

/* AddressSanitizer has its own malloc, whose allocations do not fail here. */
#if defined(__SANITIZE_ADDRESS__)
enum { CAN_FAIL = 0 };
#else
enum { CAN_FAIL = 1 };
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static bool fails(const void *caller) {
  if (left < 0) return false;
  int low = 0, high = range_count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (ranges[middle].end <= (uintptr_t)caller) low = middle + 1;
    else high = middle;
  }
  if (low == range_count || (uintptr_t)caller < ranges[low].first || atomic_fetch_sub(&left, 1) != 0) return false;
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
#endif

static int compare(const void *one, const void *other) {
  uintptr_t left_first = ((const range *)one)->first, right_first = ((const range *)other)->first;
  return left_first < right_first ? -1 : left_first > right_first;
}
/* Finds the functions whose allocations fail, by their names. The library that the tests link still has its symbols. */
static void find_functions(void) {
  Dl_info library;
  char command[1024];
  unsigned long address, size;
  /* Looks up moya_provider_call in the library alone. A preloaded library can have a function of the same name. */
  void *own = dlopen("libmoya.so.1", RTLD_LAZY | RTLD_NOLOAD);
  EXPECT(own && dladdr(dlsym(own, "moya_provider_call"), &library) != 0);
  if (own) dlclose(own);
  snprintf(command, sizeof command,
           "nm -S --defined-only '%s' | grep -E ' [tT] ([cC]url_|mev_|multi|cf_|conn|cpool|url|hash|http_|dyn_|"
           "moya_curl_|moya_[a-z]*alloc|large$|fresh$)'", library.dli_fname);
  FILE *names = popen(command, "r");
  while (names && range_count < MOST_RANGES && fscanf(names, "%lx %lx%*[^\n]", &address, &size) == 2) {
    uintptr_t first = (uintptr_t)library.dli_fbase + address;
    ranges[range_count++] = (range){first, first + size};
  }
  EXPECT(names && pclose(names) == 0 && range_count > 500, "%d functions", range_count);
  qsort(ranges, (size_t)range_count, sizeof *ranges, compare);
}

static const char *path;
static int bodies;
static moya_queue *queue;
/* True if the program's own loop runs the call. libcurl then reports its sockets. Otherwise the library asks for
 * them. */
static bool is_hosted;

static int64_t read_piece(void *user, void *data, size_t room) {
  int *sent = user;
  if (*sent == 3) return 0;
  ++*sent;
  memset(data, 'a', room < 100 ? room : 100);
  return room < 100 ? (int64_t)room : 100;
}

/* Makes a call for which an allocation fails. Returns its status. */
static moya_status call_failing(moya_provider *provider, long number, moya_error **error) {
  int sent = 0;
  moya_stream stream = MOYA_STREAM_INIT;
  stream.read = read_piece;
  stream.user = &sent;
  moya_task task = MOYA_TASK_INIT;
  task.kind = MOYA_TASK_STREAM;
  task.stream = &stream;
  moya_target target = target_of(path);
  if (bodies) {
    target.method = "POST";
    target.task = &task;
  }
  moya_completion row = {0};
  has_failed = false;
  left = number;
  if (is_hosted) {
    row.status = moya_provider_enqueue(provider, &target, queue, 1, 0, NULL, NULL, &row.error);
    bool is_waiting = row.status == MOYA_OK;
    while (is_waiting) {
      EXPECT_STATUS(moya_provider_process(provider, 10, NULL), MOYA_OK);
      is_waiting = moya_queue_wait(queue, &row, sizeof row, 1, 0) != 1;
    }
  } else {
    row.status = moya_provider_call(provider, &target, NULL, &row.response, &row.error);
  }
  left = -1;
  moya_status status = row.status;
  *error = moya_error_retain(row.error);
  moya_completions_release(&row, sizeof row, 1);
  return status;
}

static void each_fails(void) {
  const struct { const char *path; int bodies; } calls[] = {{"/ok", 0}, {"/trailers", 0}, {"/echo", 1}, {"/gzip", 0}};
  for (int i = 0; i < 4; i++) {
    path = calls[i].path;
    bodies = calls[i].bodies;
    int refused = 0;
    for (long number = 0; number < MOST; number++) {
      if (!is_played((int)number)) continue;
      moya_error *error = NULL;
      moya_provider *provider = provider_of(MOYA_PUMP_HOST);
      /* Every second provider has a connection already, and a request that libcurl can use again. */
      if (number % 2) expect_good(provider);
      moya_status status = call_failing(provider, number / 2, &error);
      moya_str message = moya_error_message(error);
      bool is_reported = status == MOYA_ERROR_MEMORY || (status == MOYA_ERROR_SYSTEM && str_has(message, "Cannot allocate"));
      EXPECT(status == MOYA_OK || is_reported, "%s, allocation %ld: %s: %s", path, number, moya_status_name(status),
             message.data ? message.data : "");
      refused += is_reported;
      moya_error_release(error);
      expect_good(provider);
      moya_provider_destroy(provider);
      if (!has_failed && number % 2 == 0) break;
    }
    EXPECT(refused > 5 || !runs_under("plain"), "%s: %d", path, refused);
  }
}

int main(int count, char **arguments) {
  (void)count;
  /* Each allocation reaches malloc, because no thread stores free blocks. */
  if (!getenv("MOYA_ALLOCATOR")) {
    setenv("MOYA_ALLOCATOR", "malloc", 1);
    execv("/proc/self/exe", arguments);
  }
  faults = server_start("Tests/servers/faultserver.py");
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);
  if (CAN_FAIL) find_functions();
  TEST(CAN_FAIL ? "a call for which any small allocation fails says so at once, and later calls succeed"
                : "the same calls succeed if no allocation fails",
       each_fails);
  is_hosted = true;
  TEST(CAN_FAIL ? "so does a call that the program's own loop runs" : "so do calls that the program's own loop runs",
       each_fails);
  moya_queue_destroy(queue);
  server_stop(&faults);
  return verdict();
}
