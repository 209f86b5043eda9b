/* The allocator of Swift objects and of the libcurl in the library. It is compiled into this program, together with
 * a malloc that counts and fails. */
#include "check.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

/* What malloc gave and did not get back. */
static atomic_long live;
/* malloc refuses; there are no keys for what belongs to a thread. */
static atomic_bool is_short, has_no_keys;

static atomic_long given;

static void *noted(void *memory) {
  if (memory) live++;
  given++;
  return memory;
}
static void *counted_malloc(size_t size) { return is_short ? NULL : noted(malloc(size)); }
static void *counted_calloc(size_t count, size_t size) { return is_short ? NULL : noted(calloc(count, size)); }
static void *counted_realloc(void *memory, size_t size) { return is_short ? NULL : realloc(memory, size); }
static void counted_free(void *memory) {
  if (memory) live--;
  free(memory);
}
static int counted_key_create(pthread_key_t *made, void (*end)(void *)) {
  return has_no_keys ? EAGAIN : pthread_key_create(made, end);
}
#define malloc counted_malloc
#define calloc counted_calloc
#define realloc counted_realloc
#define free counted_free
#define pthread_key_create counted_key_create
#include "../../Sources/CAllocator/allocator.c"
#include "../../Sources/CAllocator/cache.c"
#include "../../Sources/CAllocator/depot.c"
#include "../../Sources/CAllocator/linked/objects.c"
#undef malloc
#undef calloc
#undef realloc
#undef free
#undef pthread_key_create

/* The Swift runtime's. */
void *__real_swift_slowAlloc(size_t size, size_t mask) { return mask > 15 ? NULL : counted_malloc(size); }
void __real_swift_slowDealloc(void *memory, size_t size, size_t mask) {
  (void)size, (void)mask;
  counted_free(memory);
}

/* Around the limits of classes and of small blocks. */
static const size_t sizes[] = {0,    1,    15,   16,   17,   31,   32,    33,    47,     48,     49,        80,
                               112,  113,  792,  1000, 1024, 1999, 2000,  2001,  2032,   2048,   4096,      65536,
                               BLOCK_MOST - 1, BLOCK_MOST, BLOCK_MOST + 1, 100000, 1 << 20};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void fill(void *memory, size_t size, int seed) {
  for (size_t at = 0; at < size; at++) ((unsigned char *)memory)[at] = (unsigned char)(at * 7 + (size_t)seed);
}
static bool is_filled(const void *memory, size_t size, int seed) {
  for (size_t at = 0; at < size; at++) {
    if (((const unsigned char *)memory)[at] != (unsigned char)(at * 7 + (size_t)seed)) return false;
  }
  return true;
}

/* Runs a test on a thread of its own. When that has ended, malloc must have everything back. */
static void *run_body(void *body) {
  (*(void (**)(void))body)();
  return NULL;
}
static void on_thread(void (*body)(void)) {
  pthread_t thread;
  EXPECT(pthread_create(&thread, NULL, run_body, &body) == 0);
  pthread_join(thread, NULL);
  EXPECT(live == 0, "%ld blocks are left", (long)live);
}

static void sized_blocks(void) {
  void *blocks[SIZES];
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < SIZES; i++) {
      blocks[i] = moya_malloc(sizes[i]);
      EXPECT(blocks[i] && (uintptr_t)blocks[i] % 16 == 0, "%zu: %p", sizes[i], blocks[i]);
      fill(blocks[i], sizes[i], i);
    }
    for (int i = 0; i < SIZES; i++) EXPECT(is_filled(blocks[i], sizes[i], i), "%zu", sizes[i]);
    for (int i = 0; i < SIZES; i++) moya_free(blocks[i]);
  }
  moya_free(NULL);
}
static void blocks_of_all_sizes(void) { on_thread(sized_blocks); }

static void same_block(void) {
  for (int i = 0; i < SIZES && sizes[i] <= BLOCK_MOST; i++) {
    void *first = moya_malloc(sizes[i]);
    moya_free(first);
    long before = live;
    void *second = moya_malloc(sizes[i]);
    EXPECT(first == second && live == before, "%zu", sizes[i]);
    moya_free(second);
  }
}
static void kept_blocks(void) { on_thread(same_block); }

static void zeroes(void) {
  for (int i = 0; i < SIZES; i++) {
    void *dirty = moya_malloc(sizes[i]);
    fill(dirty, sizes[i], 1);
    moya_free(dirty);
    unsigned char *clean = moya_calloc(1, sizes[i]);
    size_t at = 0;
    while (at < sizes[i] && clean[at] == 0) at++;
    EXPECT(at == sizes[i], "byte %zu of %zu", at, sizes[i]);
    moya_free(clean);
  }
  void *many = moya_calloc(11, 7);
  EXPECT(many && block_room(block_of(many)) >= 77);
  moya_free(many);
}
static void zeroed_blocks(void) { on_thread(zeroes); }

static void resized(void) {
  for (int from = 0; from < SIZES; from++) {
    for (int to = 0; to < SIZES; to++) {
      void *memory = moya_malloc(sizes[from]);
      fill(memory, sizes[from], 3);
      memory = moya_realloc(memory, sizes[to]);
      size_t kept = sizes[from] < sizes[to] ? sizes[from] : sizes[to];
      EXPECT(memory && (uintptr_t)memory % 16 == 0 && is_filled(memory, kept, 3), "%zu to %zu", sizes[from], sizes[to]);
      fill(memory, sizes[to], 4);
      moya_free(memory);
    }
  }
  void *memory = moya_realloc(NULL, 20);
  EXPECT(memory && moya_realloc(memory, 24) == memory, "a block that has room stays where it is");
  moya_free(memory);
}
static void resized_blocks(void) { on_thread(resized); }

static void texts(void) {
  static char long_text[5000];
  memset(long_text, 'x', sizeof long_text - 1);
  const char *all[] = {"", "a", "a text of more than thirty-two bytes, that is", long_text};
  for (int i = 0; i < 4; i++) {
    char *copy = moya_strdup(all[i]);
    EXPECT(copy && copy != all[i] && strcmp(copy, all[i]) == 0, "%d", i);
    moya_free(copy);
  }
}
static void copied_texts(void) { on_thread(texts); }

static void impossible(void) {
  static const size_t counts[][2] = {
      {1, SIZE_MAX},       {1, SIZE_MAX - 15},   {1, PTRDIFF_MAX},
      {SIZE_MAX / 2, 3}, {SIZE_MAX, SIZE_MAX}, {(size_t)1 << 32, (size_t)1 << 32}};
  char *small = moya_strdup("small"), *large = moya_calloc(1, 5000);
  for (int i = 0; i < 6; i++) {
    errno = 0;
    EXPECT(!moya_calloc(counts[i][0], counts[i][1]) && errno == ENOMEM, "%d", i);
    if (counts[i][0] != 1) continue;
    errno = 0;
    EXPECT(!moya_malloc(counts[i][1]) && errno == ENOMEM, "%d", i);
    errno = 0;
    EXPECT(!moya_realloc(small, counts[i][1]) && errno == ENOMEM && strcmp(small, "small") == 0, "%d", i);
    errno = 0;
    EXPECT(!moya_realloc(large, counts[i][1]) && errno == ENOMEM && large[4999] == 0, "%d", i);
  }
  moya_free(small);
  moya_free(large);
}
static void impossible_sizes(void) { on_thread(impossible); }

static void without_memory(void) {
  char *small = moya_strdup("small"), *large = moya_calloc(1, 5000);
  is_short = true;
  /* First a size that the cache does not store. Then blocks are freed that existed before, for which there is no
   * cache. */
  EXPECT(!moya_malloc(500) && !moya_calloc(5, 100) && !moya_strdup("text"));
  EXPECT(!moya_malloc(10000) && !moya_calloc(100, 100));
  EXPECT(!moya_realloc(small, 500) && strcmp(small, "small") == 0);
  EXPECT(!moya_realloc(large, 9000) && large[4999] == 0);
  moya_free(small);
  EXPECT(thread_cache == &not_yet);
  is_short = false;
  moya_free(large);
  moya_free(moya_malloc(1));
  EXPECT(thread_cache != &not_yet, "a cache is made when there is memory again");
}
static void shortage(void) { on_thread(without_memory); }

static size_t length(const kept *first) {
  size_t count = 0;
  for (; first; first = first->next) count++;
  return count;
}

/* What the thread's cache and the depot have is what they hold at the most, and all that malloc has not got back. */
static void check_held(void) {
  size_t in_cache = 0, blocks = 0, in_depot = 0;
  for (size_t number = 1; number < CACHE_LISTS; number++) {
    const list *its = &thread_cache->lists[number];
    size_t most = bundle_count(number), count = length(its->first);
    EXPECT(count + its->room == its->places && its->places <= most, "%zu of %zu", count, its->places);
    EXPECT(!its->bundle || length(its->bundle) == most);
    in_cache += (its->places + length(its->bundle)) * size_of(number);
    blocks += count + length(its->bundle);
    for (kept *bundle = bundles[number]; bundle; bundle = bundle->below) {
      EXPECT(length(bundle) == most);
      in_depot += bundle_bytes(number);
      blocks += most;
    }
  }
  EXPECT(in_cache == thread_cache->held && in_cache <= CACHE_MOST, "%zu, %zu", in_cache, thread_cache->held);
  EXPECT(in_depot == held && in_depot <= CACHE_MOST, "%zu, %zu", in_depot, held);
  EXPECT((size_t)live == blocks + 1, "%ld blocks, with the cache", (long)live);
}

static void overflow(void) {
  static void *blocks[3 * CACHE_MOST / 64];
  static const size_t all[] = {48, 100, 1000, BLOCK_MOST};
  moya_free(moya_malloc(1));
  for (int i = 0; i < 4; i++) {
    size_t whole = block_size(all[i]), count = 3 * CACHE_MOST / whole;
    for (size_t at = 0; at < count; at++) blocks[at] = moya_malloc(all[i]);
    for (size_t at = 0; at < count; at++) {
      moya_free(blocks[at]);
      EXPECT(thread_cache->held <= CACHE_MOST && held <= CACHE_MOST);
    }
    check_held();
    EXPECT(held > CACHE_MOST - BUNDLE_BYTES, "the depot is full");
  }
}
static void bounded_caches(void) { on_thread(overflow); }

static void all_sizes(void) {
  static void *blocks[BUNDLE_BLOCKS + 1];
  for (size_t size = BLOCK_STEP; size <= BLOCK_MOST + sizeof(block); size += BLOCK_STEP) {
    moya_free(moya_malloc(size - sizeof(block)));
  }
  check_held();
  long before = given;
  for (size_t size = BLOCK_STEP; size <= BLOCK_MOST + sizeof(block); size += BLOCK_STEP) {
    moya_free(moya_malloc(size - sizeof(block)));
  }
  EXPECT(given == before, "a block of each size is kept");
  /* More than the cache has places for: it begins anew, and its bundles go into the depot. */
  for (size_t size = BLOCK_STEP; size <= BLOCK_MOST + sizeof(block); size += BLOCK_STEP) {
    for (int i = 0; i <= BUNDLE_BLOCKS; i++) blocks[i] = moya_malloc(size - sizeof(block));
    for (int i = 0; i <= BUNDLE_BLOCKS; i++) moya_free(blocks[i]);
    check_held();
  }
  /* The cache still has blocks of the last size. */
  before = given;
  for (int i = 0; i < 4; i++) blocks[i] = moya_malloc(BLOCK_MOST);
  EXPECT(given == before);
  for (int i = 0; i < 4; i++) moya_free(blocks[i]);
}
static void caches_of_all_sizes(void) { on_thread(all_sizes); }

/* One thread allocates in rounds what another frees. */
enum { ROUND = 64, ROUNDS = 400 };
static size_t parcel_size;
static void *passed[ROUND];
static pthread_barrier_t is_made, is_freed;
static void *free_all(void *unused) {
  for (int round = 0; round < ROUNDS; round++) {
    pthread_barrier_wait(&is_made);
    for (int i = 0; i < ROUND; i++) moya_free(passed[i]);
    pthread_barrier_wait(&is_freed);
  }
  return unused;
}
static void make_all(void) {
  pthread_t other;
  EXPECT(pthread_create(&other, NULL, free_all, NULL) == 0);
  moya_free(moya_malloc(1)); /* so that this thread has a cache */
  long before = given;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < ROUND; i++) memset(passed[i] = moya_malloc(parcel_size), round, parcel_size);
    pthread_barrier_wait(&is_made);
    pthread_barrier_wait(&is_freed);
  }
  pthread_join(other, NULL);
  EXPECT(given - before < ROUND * ROUNDS / 10, "malloc was asked %ld times of %d for %zu bytes", given - before,
         ROUND * ROUNDS, parcel_size);
}
static void passed_on(void) {
  pthread_barrier_init(&is_made, NULL, 2);
  pthread_barrier_init(&is_freed, NULL, 2);
  static const size_t all[] = {16, 100, 500, BLOCK_MOST};
  for (int i = 0; i < 4; i++) {
    parcel_size = all[i];
    on_thread(make_all);
  }
  pthread_barrier_destroy(&is_made);
  pthread_barrier_destroy(&is_freed);
}

/* Runs after the allocator's own destructor, since its key is the younger one, and in a later round again. */
static pthread_key_t late_key;
static void free_late(void *memory) {
  static _Thread_local int rounds;
  EXPECT(thread_cache == &ended);
  moya_free(memory);
  if (rounds++ < 2) pthread_setspecific(late_key, moya_strdup("for the next round"));
}
static void late(void) {
  moya_free(moya_malloc(1));
  pthread_setspecific(late_key, moya_strdup("freed when the cache is gone"));
}
static void late_destructors(void) {
  EXPECT(pthread_key_create(&late_key, free_late) == 0);
  on_thread(late);
  pthread_key_delete(late_key);
}

/* Threads that give each other what they allocated. */
enum { SLOTS = 64, THREADS = 8, STEPS = 5000 };
typedef struct parcel {
  size_t size;
  int seed;
  unsigned char bytes[];
} parcel;
static _Atomic(parcel *) slots[SLOTS];

static parcel *check_parcel(parcel *it) {
  if (it) EXPECT(is_filled(it->bytes, it->size, it->seed), "%zu", it->size);
  return it;
}
static void *exchange(void *seed) {
  unsigned state = (unsigned)(uintptr_t)seed;
  for (int step = 0; step < STEPS; step++) {
    state = state * 1664525 + 1013904223;
    size_t size = (state >> 8) % (step % 64 ? 300 : 6000);
    parcel *made = step % 2 ? moya_malloc(sizeof *made + size) : moya_calloc(1, sizeof *made + size);
    made->size = size;
    made->seed = step;
    fill(made->bytes, size, step);
    parcel *taken = check_parcel(atomic_exchange(&slots[(state >> 20) % SLOTS], made));
    if (taken && step % 5 == 0) {
      taken = moya_realloc(taken, sizeof *taken + taken->size + 100);
      check_parcel(taken);
    }
    moya_free(taken);
  }
  return NULL;
}
static void exchanges(void) {
  for (int round = 0; round < 3; round++) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
      void *seed = (void *)(uintptr_t)(round * THREADS + i + 1);
      EXPECT(pthread_create(&threads[i], NULL, exchange, seed) == 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  }
  for (int i = 0; i < SLOTS; i++) moya_free(check_parcel(atomic_exchange(&slots[i], NULL)));
}
static void many_threads(void) { on_thread(exchanges); }

/* Runs `body` in a forked child, and passes if the child's checks did. */
static void in_child(void (*body)(void)) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(60); /* a child that hangs is ended */
    check_failures = 0;
    body();
    fflush(stdout);
    /* Not exit: what the parent's other threads have would look like leaks of the child. */
    execlp(check_failures ? "false" : "true", "child", NULL);
    _exit(1);
  }
  int status = -1;
  EXPECT(waitpid(child, &status, 0) == child && status == 0, "the child ended with %x", status);
}

/* gcc's AddressSanitizer does not guard its allocator during a fork: a child waits for ever for a lock that another
 * thread of its parent had. So there the parent's threads do not allocate. */
#ifdef __SANITIZE_ADDRESS__
enum { MAY_ALLOCATE = 0 };
#else
enum { MAY_ALLOCATE = 1 };
#endif
static atomic_bool is_over;
static void *allocate_on(void *unused) {
  do {
    void *blocks[100];
    for (int i = 0; i < 100; i++) blocks[i] = moya_malloc((size_t)i * 10);
    for (int i = 0; i < 100; i++) moya_free(blocks[i]);
    while (!MAY_ALLOCATE && !is_over) sched_yield();
  } while (!is_over);
  return unused;
}
static void overflow_without_depot(void) {
  static void *blocks[3 * CACHE_MOST / 64];
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 3 * CACHE_MOST / 64; i++) blocks[i] = moya_malloc(48);
    for (int i = 0; i < 3 * CACHE_MOST / 64; i++) moya_free(blocks[i]);
  }
  EXPECT(pthread_mutex_trylock(&depot_lock) != 0, "the lock was left");
}
static void child(void) {
  sized_blocks();
  resized();
  pthread_t thread;
  EXPECT(pthread_create(&thread, NULL, exchange, (void *)1) == 0);
  pthread_join(thread, NULL);
  for (int i = 0; i < SLOTS; i++) moya_free(check_parcel(atomic_exchange(&slots[i], NULL)));
}
static void forks(void) {
  void *kept[50];
  for (int i = 0; i < 50; i++) kept[i] = moya_malloc(200);
  for (int i = 0; i < 25; i++) moya_free(kept[i]);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) EXPECT(pthread_create(&threads[i], NULL, allocate_on, NULL) == 0);
  for (int i = 0; i < 5; i++) in_child(child);
  is_over = true;
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  for (int i = 25; i < 50; i++) moya_free(kept[i]);
}
static void forked(void) { on_thread(forks); }

/* As if another thread had been at the depot when the process forked. */
static void forks_locked(void) {
  overflow();
  EXPECT(pthread_mutex_lock(&depot_lock) == 0);
  in_child(overflow_without_depot);
  pthread_mutex_unlock(&depot_lock);
}
static void forked_locked(void) { on_thread(forks_locked); }

static void without_keys(void) {
  has_no_keys = true;
  on_thread(sized_blocks);
  on_thread(resized);
  on_thread(exchanges);
}
static void keyless(void) { in_child(without_keys); }

static void objects(void) {
  __wrap_swift_slowDealloc(__wrap_swift_slowAlloc(16, 7), 16, 7); /* makes the thread's cache, which is a block too */
  for (size_t size = 16; size < 1100; size++) { /* an object has a head of 16 bytes */
    void *object = __wrap_swift_slowAlloc(size, 7);
    EXPECT(object && (uintptr_t)object % 16 == 0 && malloc_usable_size(object) >= size);
    fill(object, size, 3);
    long before = live;
    __wrap_swift_slowDealloc(object, 16, 7); /* of an object with elements the runtime knows its own part only */
    EXPECT((live == before) == (size <= MOST), "of %zu bytes", size);
    void *again = __wrap_swift_slowAlloc(size, 7);
    EXPECT(size > MOST || again == object, "another block of %zu bytes", size);
    fill(again, size, 5);
    EXPECT(is_filled(again, size, 5));
    __wrap_swift_slowDealloc(again, size, 7);
  }
  /* C code frees what Swift allocated, and the other way round. */
  counted_free(__wrap_swift_slowAlloc(100, 7));
  void *taken = counted_malloc(104); /* all of a class */
  __wrap_swift_slowDealloc(taken, 104, 7);
  EXPECT(__wrap_swift_slowAlloc(104, 7) == taken);
  __wrap_swift_slowDealloc(taken, 104, 7);
  __wrap_swift_slowDealloc(NULL, 0, 7);
  /* What is to lie on a multiple of more is left to the runtime. */
  long before = live;
  taken = __wrap_swift_slowAlloc(100, 15);
  EXPECT(live == before + 1);
  __wrap_swift_slowDealloc(taken, 100, 15);
  EXPECT(live == before);
}
static void kept_objects(void) { on_thread(objects); }

static void nothing_kept(void) {
  setenv("MOYA_ALLOCATOR", "malloc", 1);
  once = (pthread_once_t)PTHREAD_ONCE_INIT;
  on_thread(sized_blocks);
  long before = live;
  moya_free(moya_malloc(100));
  __wrap_swift_slowDealloc(__wrap_swift_slowAlloc(100, 7), 100, 7);
  EXPECT(live == before && moya_allocator_is_off());
  char *block = moya_realloc(moya_malloc(20), 50);
  EXPECT(malloc_usable_size(block_of(block)) < 50 + 16 + 16, "a block that is rounded up");
  moya_free(block);
}
static void switched_off(void) { in_child(nothing_kept); }

int main(void) {
  unsetenv("MOYA_ALLOCATOR"); /* set for programs that look for errors of memory */
  TEST("with MOYA_ALLOCATOR=malloc nothing is kept, and no block is larger than it was asked for", switched_off);
  TEST("an object of Swift's is kept whatever its size is said to be, and C code may free it", kept_objects);
  TEST("where no key is left for what belongs to a thread, nothing is kept", keyless);
  TEST("a block of any size is aligned to 16 bytes and its caller's alone", blocks_of_all_sizes);
  TEST("a thread gets the small block again that it freed, and malloc is not asked", kept_blocks);
  TEST("calloc's block is zero, also one that was used before", zeroed_blocks);
  TEST("realloc keeps what was there from any size to any other", resized_blocks);
  TEST("strdup copies a text", copied_texts);
  TEST("a size that cannot be is ENOMEM, and the block that was to grow stays", impossible_sizes);
  TEST("without memory nothing is lost, and a cache is made later", shortage);
  TEST("a thread keeps 256 KiB at the most, and the depot as much; the rest goes back to malloc", bounded_caches);
  TEST("blocks of all sizes are kept, until a cache has no places left and begins anew", caches_of_all_sizes);
  TEST("what one thread allocates and another frees goes round without malloc", passed_on);
  TEST("what is freed after its thread's cache has ended goes back to malloc", late_destructors);
  TEST("threads free what others allocated, and when they have ended malloc has everything back", many_threads);
  TEST("a forked child allocates and frees while its parent's other threads do", forked);
  TEST("a child forked while the depot was locked does without it", forked_locked);
  return verdict();
}
