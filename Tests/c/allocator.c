/* This program tests the allocator for Swift objects and for the bundled libcurl: the sizes and the contents of its
 * blocks, and what it does if there is no memory left. */
#include "allocator.h"

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
  /* There is no memory for new blocks. Blocks from before the shortage are unchanged and can be freed, although this
   * thread has no cache yet. */
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

static void objects(void) {
  __wrap_swift_slowDealloc(__wrap_swift_slowAlloc(16, 7), 16, 7); /* makes the cache, which is a block */
  for (size_t size = 16; size < 1100; size++) { /* the head of an object has 16 bytes */
    void *object = __wrap_swift_slowAlloc(size, 7);
    EXPECT(object && (uintptr_t)object % 16 == 0 && malloc_usable_size(object) >= size);
    fill(object, size, 3);
    long before = live;
    __wrap_swift_slowDealloc(object, 16, 7); /* as the runtime does for an array: this size lacks the elements */
    EXPECT((live == before) == (size <= MOST), "of %zu bytes", size);
    void *again = __wrap_swift_slowAlloc(size, 7);
    EXPECT(size > MOST || again == object, "another block of %zu bytes", size);
    fill(again, size, 5);
    EXPECT(is_filled(again, size, 5));
    __wrap_swift_slowDealloc(again, size, 7);
  }
  /* C code frees what Swift code allocated, and Swift code frees what C code allocated. */
  counted_free(__wrap_swift_slowAlloc(100, 7));
  void *taken = counted_malloc(104); /* the whole size of a class */
  __wrap_swift_slowDealloc(taken, 104, 7);
  EXPECT(__wrap_swift_slowAlloc(104, 7) == taken);
  __wrap_swift_slowDealloc(taken, 104, 7);
  __wrap_swift_slowDealloc(NULL, 0, 7);
  /* Blocks with a larger alignment come from the allocator of the Swift runtime. */
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
  TEST("a block of any size is aligned to 16 bytes and its caller's alone", blocks_of_all_sizes);
  TEST("a thread gets the small block again that it freed, and malloc is not asked", kept_blocks);
  TEST("calloc's block is zero, also one that was used before", zeroed_blocks);
  TEST("realloc keeps what was there from any size to any other", resized_blocks);
  TEST("strdup copies a text", copied_texts);
  TEST("a size that cannot be is ENOMEM, and the block that was to grow stays", impossible_sizes);
  TEST("without memory nothing is lost, and a cache is made later", shortage);
  return verdict();
}
