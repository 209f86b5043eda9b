/* Decodes the same JSON again and again. Each time, the allocator refuses a different allocation. Then decoding
 * fails with an error, and leaks no memory. */
#include "check.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

/* A result is allocated in blocks of at least this many bytes. Smaller blocks belong to errors. */
enum { BLOCK = 480 };

static atomic_bool is_counting;
static atomic_int refused_at; /* the number of the allocation that is refused; 0: none */
static atomic_int allocations, live;

#ifdef __SANITIZE_ADDRESS__
/* With AddressSanitizer, the sanitizer's allocator is used instead. It refuses each block of more than a mebibyte. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1:max_allocation_size_mb=1"; }
static bool may_refuse_each(void) { return false; }
#else
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), __libc_free(void *);
static bool may_refuse_each(void) { return true; }
static bool refused(size_t size) {
  if (!is_counting || size < BLOCK || atomic_fetch_add(&allocations, 1) + 1 != refused_at) return false;
  errno = ENOMEM;
  return true;
}
static void *noted(void *memory, int by) {
  if (is_counting && memory && malloc_usable_size(memory) >= BLOCK) atomic_fetch_add(&live, by);
  return memory;
}
void *malloc(size_t size) { return refused(size) ? NULL : noted(__libc_malloc(size), 1); }
void *calloc(size_t count, size_t size) { return refused(count * size) ? NULL : noted(__libc_calloc(count, size), 1); }
void *realloc(void *memory, size_t size) {
  if (refused(size)) return NULL;
  noted(memory, -1);
  return noted(__libc_realloc(memory, size), 1);
}
void free(void *memory) {
  noted(memory, -1);
  __libc_free(memory);
}
#endif

typedef struct row {
  const char *name;
  moya_str raw, bytes;
  int64_t *numbers;
  size_t number_count;
  const char *plan;
} row;
static const moya_type_field fields[] = {
    {.name = "name", MOYA_MEMBER(row, name), .kind = MOYA_KIND_STR},
    {.name = "raw", MOYA_MEMBER(row, raw), .kind = MOYA_KIND_RAW},
    {.name = "bytes", MOYA_MEMBER(row, bytes), .kind = MOYA_KIND_BYTES, .default_json = "\"AAAA\""},
    {.name = "numbers", MOYA_MEMBER(row, numbers), .kind = MOYA_KIND_I64, .flags = MOYA_FIELD_ARRAY,
     .count_offset = offsetof(row, number_count)},
    {.name = "plan.name", MOYA_MEMBER(row, plan), .kind = MOYA_KIND_STR, .flags = MOYA_FIELD_OPTIONAL},
};
static const moya_type row_type = MOYA_TYPE("row", row, fields);

static char json[6 << 20]; /* outside the allocator */
static size_t length;

/* Writes a list of `count` rows to `json`. The text of one row and the array of another are larger than a block. */
static void make_json(int count) {
  static char long_name[3001];
  memset(long_name, 'n', sizeof long_name - 1);
  char *end = json;
  *end++ = '[';
  for (int i = 0; i < count; i++) {
    end += sprintf(end, "%s{\"name\":\"%.*s\",\"raw\":{\"i\":%d},\"plan\":{\"name\":\"x\"},\"numbers\":[", i ? "," : "",
                   i == 1 ? 3000 : 3, long_name, i);
    for (int number = 0; number < (i == 2 ? 9000 : 2); number++) end += sprintf(end, "%s%d", number ? "," : "", number);
    end += sprintf(end, "]}");
  }
  *end++ = ']';
  length = (size_t)(end - json);
}

static moya_status decode(row **all, size_t *count, moya_arena **arena, char message[128]) {
  moya_error *error = NULL;
  moya_status status = moya_decode_list(json, length, NULL, &row_type, (void **)all, count, 0, arena, &error);
  snprintf(message, 128, "%s", error ? moya_error_message(error).data : "");
  moya_error_release(error);
  return status;
}

static void refused_one_by_one(void) {
  make_json(40);
  row *all;
  size_t count;
  moya_arena *arena;
  char message[128];
  /* Makes two calls before any allocation is counted. The first call makes the things that are made only once. The
   * second call makes the objects of an error, whose blocks then wait in the thread's cache. */
  EXPECT_STATUS(decode(&all, &count, &arena, message), MOYA_OK);
  moya_arena_release(arena);
  is_counting = true;
  refused_at = 1;
  if (may_refuse_each()) EXPECT_STATUS(decode(&all, &count, &arena, message), MOYA_ERROR_MEMORY);
  is_counting = false;
  int refusals = 0;
  for (int at = 1; at < 200 && may_refuse_each(); at++) {
    allocations = live = 0;
    refused_at = at;
    is_counting = true;
    moya_status status = decode(&all, &count, &arena, message);
    is_counting = false;
    if (status == MOYA_OK) { /* it makes fewer allocations than `at` */
      EXPECT(count == 40 && strlen(all[1].name) == 3000 && all[2].number_count == 9000 && all[2].numbers[8999] == 8999);
      is_counting = true;
      moya_arena_release(arena);
      is_counting = false;
      EXPECT(live == 0, "%d blocks are left", live);
      break;
    }
    refusals++;
    EXPECT(status == MOYA_ERROR_MEMORY && strstr(message, "there is no memory for"), "%d: %s, %s", at, moya_status_name(status), message);
    EXPECT(!all && !count && !arena && live == 0, "%d: %d blocks are left", at, live);
  }
  EXPECT(!may_refuse_each() || refusals > 5, "%d", refusals);
}

/* A sanitizer's allocator refuses the memory for this list. */
static void a_large_list(void) {
  make_json(40000);
  row *all;
  size_t count;
  moya_arena *arena;
  char message[128];
  refused_at = 0;
  moya_status status = decode(&all, &count, &arena, message);
  if (may_refuse_each()) {
    EXPECT_STATUS(status, MOYA_OK);
    EXPECT(count == 40000 && strcmp(all[39999].name, "nnn") == 0);
  } else {
    EXPECT_STATUS(status, MOYA_ERROR_MEMORY);
  }
  moya_arena_release(arena);
}

static void other_functions(void) {
  make_json(1);
  static const row it = {.name = "x", .raw = {"1", 1}};
  row decoded;
  moya_arena *arena;
  moya_decoder *decoder;
  moya_value *tree, *object = moya_value_object();
  moya_response *response = NULL;
  EXPECT_STATUS(moya_response_create(200, NULL, NULL, 0, 0, json + 1, length - 2, &response, NULL), MOYA_OK);
  moya_decoder_options options = MOYA_DECODER_OPTIONS(.type = &row_type, .value = (moya_decoded_fn)abort);
  refused_at = 1;
  struct {
    const char *name;
    moya_status status;
  } rows[] = {{"moya_response_decode", 0}, {"moya_type_check", 0},           {"moya_decoder_create", 0},
              {"moya_encode", 0},          {"moya_response_decode_list", 0}, {"moya_encode_list", 0},
              {"moya_encode_into", 0}};
  void *items;
  size_t count;
  for (size_t i = 0; i < sizeof rows / sizeof *rows && may_refuse_each(); i++) {
    allocations = 0;
    is_counting = true;
    rows[i].status = i == 0   ? moya_response_decode(response, NULL, &row_type, &decoded, MOYA_DECODE_BORROW, &arena, NULL)
                     : i == 1 ? moya_type_check(&row_type, NULL)
                     : i == 2 ? moya_decoder_create(&options, &decoder, NULL)
                     : i == 3 ? moya_encode(&row_type, &it, 0, &tree, NULL)
                     : i == 4 ? moya_response_decode_list(response, NULL, &row_type, &items, &count, 0, &arena, NULL)
                     : i == 5 ? moya_encode_list(&row_type, &it, 1, 0, &tree, NULL)
                              : moya_encode_into(&row_type, &it, 0, object, "it", NULL);
    is_counting = false;
    EXPECT(rows[i].status == MOYA_ERROR_MEMORY, "%s: %s", rows[i].name, moya_status_name(rows[i].status));
  }
  moya_response_release(response);
  moya_value_release(object);
  if (!may_refuse_each()) return;
  /* The decoder stores the beginning of a value until its end has arrived. */
  static char half[1000] = "{\"name\":\"";
  memset(half + 9, 'n', sizeof half - 9);
  EXPECT_STATUS(moya_decoder_create(&options, &decoder, NULL), MOYA_OK);
  allocations = 0;
  is_counting = true;
  moya_flow flow = moya_decoder_feed(decoder, half, sizeof half);
  is_counting = false;
  EXPECT(flow == MOYA_FLOW_STOP);
  EXPECT_STATUS(moya_decoder_finish(decoder, NULL), MOYA_ERROR_MEMORY);
  moya_decoder_release(decoder);
}

int main(void) {
  TEST("each refused allocation is an error, and nothing is lost", refused_one_by_one);
  TEST("a large list is read, or there is no memory for it", a_large_list);
  TEST("without memory for a type's plan nothing is read or written", other_functions);
  return verdict();
}
