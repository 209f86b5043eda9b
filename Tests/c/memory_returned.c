/* Tests how much memory the library still has after a thousand simultaneous requests. The cache of a thread has a
 * limit, and the library frees the cache when the thread ends. */
#include "calls.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

/* KEPT_MOST is the largest size of a cache and the depot together: 256 KiB each, and a quarter more, because malloc
 * rounds up the sizes of blocks. The depot is the store that all threads share. */
enum { REQUESTS = 1000, KEPT_MOST = 2 * (320 << 10) };

/* Returns the number of bytes that were allocated and not freed. */
#ifdef __SANITIZE_ADDRESS__
size_t __sanitizer_get_current_allocated_bytes(void);
static long live(void) { return (long)__sanitizer_get_current_allocated_bytes(); }
#else
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), __libc_free(void *);
void *__libc_memalign(size_t, size_t);
/* Without a malloc_usable_size next to this malloc, the library would not cache blocks. */
size_t malloc_usable_size(void *memory) {
  static size_t (*glibcs)(void *);
  if (!glibcs) *(void **)&glibcs = dlsym(RTLD_NEXT, "malloc_usable_size");
  return glibcs(memory);
}
static atomic_long bytes;
static long live(void) { return bytes; }
static void *noted(void *memory) {
  bytes += (long)malloc_usable_size(memory);
  return memory;
}
static void forgotten(void *memory) { bytes -= (long)malloc_usable_size(memory); }
void *malloc(size_t size) { return noted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return noted(__libc_calloc(count, size)); }
void *realloc(void *memory, size_t size) {
  forgotten(memory);
  return noted(__libc_realloc(memory, size));
}
void *aligned_alloc(size_t alignment, size_t size) { return noted(__libc_memalign(alignment, size)); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = noted(__libc_memalign(alignment, size));
  return *memory ? 0 : ENOMEM;
}
void free(void *memory) {
  forgotten(memory);
  __libc_free(memory);
}
#endif

typedef struct measured {
  long idle;      /* after all requests, with the provider and its connections */
  long destroyed; /* after the provider was destroyed */
  long ended;     /* after the end of the thread that ran the provider's loop */
} measured;

static void send_at_once(moya_provider *provider, int count) {
  heard it = HEARD_INIT;
  moya_target target = target_of("/ok");
  for (int i = 0; i < count; i++) {
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  }
  struct pollfd ready = {moya_provider_fd(provider), POLLIN, 0};
  while (it.released < count && poll(&ready, 1, 30000) == 1) {
    EXPECT_STATUS(moya_provider_process(provider, 0, NULL), MOYA_OK);
  }
  EXPECT(it.ok == count, "%d of %d", it.ok, count);
}
static void *pump(void *result) {
  measured *it = result;
  moya_provider *provider = provider_of(MOYA_PUMP_HOST);
  send_at_once(provider, REQUESTS);
  it->idle = live();
  moya_provider_destroy(provider);
  it->destroyed = live();
  return NULL;
}

/* Runs in its own process, because the allocator is chosen with the first provider. */
static measured measure(const char *allocator) {
  int ends[2];
  measured it = {0};
  if (pipe2(ends, O_CLOEXEC)) abort();
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(100); /* a child that hangs is ended */
    setenv("MOYA_ALLOCATOR", allocator, 1);
    pthread_t thread;
    EXPECT(pthread_create(&thread, NULL, pump, &it) == 0);
    pthread_join(thread, NULL);
    it.ended = live();
    EXPECT(write(ends[1], &it, sizeof it) == sizeof it);
    fflush(stdout);
    execlp(check_failures ? "false" : "true", "child", NULL);
    _exit(1);
  }
  close(ends[1]);
  int status = -1;
  EXPECT(read(ends[0], &it, sizeof it) == sizeof it);
  EXPECT(waitpid(child, &status, 0) == child && status == 0, "the child ended with %x", status);
  close(ends[0]);
  return it;
}

static void returned(void) {
  measured without = measure("malloc"), with = measure("");
  printf("# bytes idle, without its provider, without its thread: %ld, %ld, %ld; with malloc alone %ld, %ld, %ld\n",
         with.idle, with.destroyed, with.ended, without.idle, without.destroyed, without.ended);
  /* Blocks in use may take a quarter more, because each has a header and is rounded up to the size of its class. */
  EXPECT(with.idle <= without.idle + without.idle / 4 + KEPT_MOST);
  EXPECT(with.destroyed <= without.destroyed + KEPT_MOST + 8192);
  EXPECT(with.ended <= without.ended + 8192);
  EXPECT(with.destroyed - with.ended > without.destroyed - without.ended, "no cache went back");
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("after a thousand requests memory goes back, but for 256 KiB a thread and as much for all, and these when it ends", returned);
  server_stop(&faults);
  return verdict();
}
