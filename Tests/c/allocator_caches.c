/* This program tests where the allocator stores blocks that were freed: in a cache of each thread, and in a depot that
 * all threads share. It covers threads that free the blocks of others, and forks. */
#include "allocator.h"

static size_t length(const kept *first) {
  size_t count = 0;
  for (; first; first = first->next) count++;
  return count;
}

/* Checks the limits of this thread's cache, and of the depot that all threads share. Also checks that both together
 * contain all blocks that were not given back to malloc. */
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
  /* The cache has no room for all of these blocks. Each time it is full, the allocator empties it. Full bundles of
   * blocks go into the depot. */
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

/* In each round, one thread allocates blocks and another thread frees them. */
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

/* The test's own destructor for thread-specific data. Its key is newer than the allocator's key, so it runs after
 * the destructor of the allocator. It runs again in later rounds of destructors. */
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

/* Threads allocate blocks and pass them to each other. */
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

static atomic_bool is_over;
static void *allocate_on(void *unused) {
  do {
    void *blocks[100];
    for (int i = 0; i < 100; i++) blocks[i] = moya_malloc((size_t)i * 10);
    for (int i = 0; i < 100; i++) moya_free(blocks[i]);
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

/* The lock of the depot is held during the fork, as if another thread held it. */
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

int main(void) {
  unsetenv("MOYA_ALLOCATOR"); /* set for programs that look for errors of memory */
  /* This test runs first, because its child must not inherit a key for thread-specific data. */
  TEST("where no key is left for what belongs to a thread, nothing is kept", keyless);
  TEST("a thread keeps 256 KiB at the most, and the depot as much; the rest goes back to malloc", bounded_caches);
  TEST("blocks of all sizes are kept, until a cache has no places left and begins anew", caches_of_all_sizes);
  TEST("what one thread allocates and another frees goes round without malloc", passed_on);
  TEST("what is freed after its thread's cache has ended goes back to malloc", late_destructors);
  TEST("threads free what others allocated, and when they have ended malloc has everything back", many_threads);
  TEST("a forked child allocates and frees while its parent's other threads do", forked);
  TEST("a child forked while the depot was locked does without it", forked_locked);
  return verdict();
}
