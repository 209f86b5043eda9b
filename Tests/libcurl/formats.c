// Tests that the functions of Sources/CCurl/formats write the same bytes and return the same results as libcurl's
// printf, which they replace for plain formats. The program is linked with the library's own libcurl, under
// AddressSanitizer.
#include <curl/curl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *moya_curl_maprintf(const char *format, ...);
int moya_curl_msnprintf(char *buffer, size_t size, const char *format, ...);
struct dynbuf;
int moya_curlx_dyn_vprintf(struct dynbuf *, const char *format, va_list);
int curlx_dyn_vprintf(struct dynbuf *, const char *format, va_list);
void curlx_dyn_init(struct dynbuf *, size_t most);
char *curlx_dyn_ptr(const struct dynbuf *);
size_t curlx_dyn_len(const struct dynbuf *);
void curlx_dyn_free(struct dynbuf *);

enum { MOST_WORDS = 40 };

// Arguments of any kind: each takes a register or eight bytes.
struct request {
  char format[2000];
  uintptr_t words[MOST_WORDS];
};
#define WORDS(w)                                                                                                        \
  (w)[0], (w)[1], (w)[2], (w)[3], (w)[4], (w)[5], (w)[6], (w)[7], (w)[8], (w)[9], (w)[10], (w)[11], (w)[12], (w)[13],    \
    (w)[14], (w)[15], (w)[16], (w)[17], (w)[18], (w)[19], (w)[20], (w)[21], (w)[22], (w)[23], (w)[24], (w)[25], (w)[26], \
    (w)[27], (w)[28], (w)[29], (w)[30], (w)[31], (w)[32], (w)[33], (w)[34], (w)[35], (w)[36], (w)[37], (w)[38], (w)[39]

typedef int dyn_writer(struct dynbuf *, const char *, va_list);
static int append(dyn_writer *write, struct dynbuf *buffer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = write(buffer, format, arguments);
  va_end(arguments);
  return result;
}

static uint64_t state = 1;
static unsigned below(unsigned most) {
  state = state * 6364136223846793005U + 1442695040888963407U;
  return (unsigned)(state >> 33) % most;
}

static char long_text[400];
static const char *texts[] = {"", "", "/user", "GET", ": ", "127.0.0.1", "\xff\r\n%s%", long_text};
static const char *literals[] = {"", "", "\r\n", " HTTP/", "?", ":", "%%", "a longer piece of text that is part of the format: "};
// If a format has only the first three kinds, our functions write it. Otherwise libcurl's printf writes it.
static const char *kinds[] = {"%s", "%u", "%d", "%lu", "%ld", "%c", "%x", "%5d", "%-8s|", "%02x", "%.3s"};
static const uintptr_t numbers[] = {0, 1, 9, 10, 80, 65535, INT32_MAX, (uintptr_t)INT32_MIN, UINT32_MAX, (uintptr_t)-10};

static void make(struct request *request) {
  unsigned kind_count = below(3) ? 3 : sizeof kinds / sizeof *kinds, pieces = below(10) ? below(8) : below(MOST_WORDS);
  char *end = request->format;
  *end = 0;
  for (unsigned index = 0; index < MOST_WORDS; index++) {
    end = stpcpy(end, literals[below(sizeof literals / sizeof *literals)]);
    const char *kind = index < pieces ? kinds[below(kind_count)] : "";
    end = stpcpy(end, kind);
    bool is_text = strchr(kind, 's') != NULL;
    if (is_text) {
      request->words[index] = below(200) ? (uintptr_t)texts[below(sizeof texts / sizeof *texts)] : 0;
    } else {
      request->words[index] = *kind ? numbers[below(sizeof numbers / sizeof *numbers)] : 0;
    }
    if (index >= pieces && below(2)) break;
  }
}

static int failures;
static void expect(bool is_same, const char *what, const char *format) {
  if (is_same) return;
  failures++;
  printf("not ok - %s of \"%s\" is as libcurl's\n", what, format);
}

static bool are_same(const char *left, const char *right) {
  return left && right ? strcmp(left, right) == 0 : left == right;
}

// An allocator that can fail. The results must still be the same as those of libcurl's own functions.
static bool has_memory = true;
static void *limited_malloc(size_t size) { return has_memory ? malloc(size) : NULL; }
static void *limited_realloc(void *memory, size_t size) { return has_memory ? realloc(memory, size) : NULL; }
static void *limited_calloc(size_t count, size_t size) { return has_memory ? calloc(count, size) : NULL; }
static char *limited_strdup(const char *text) { return has_memory ? strdup(text) : NULL; }

static void compare(const struct request *it) {
  char *ours = moya_curl_maprintf(it->format, WORDS(it->words)), *own = curl_maprintf(it->format, WORDS(it->words));
  expect(are_same(ours, own), "maprintf", it->format);

  size_t size = below(2) ? below(40) : own ? strlen(own) + below(3) : 0;
  char ours_at[20000], own_at[20000];
  memset(ours_at, 'x', sizeof ours_at);
  memset(own_at, 'x', sizeof own_at);
  int length = moya_curl_msnprintf(ours_at, size, it->format, WORDS(it->words));
  int own_length = curl_msnprintf(own_at, size, it->format, WORDS(it->words));
  expect(length == own_length && memcmp(ours_at, own_at, sizeof own_at) == 0, "msnprintf", it->format);

  // libcurl's struct has four words.
  uintptr_t places[2][8];
  struct dynbuf *left = (struct dynbuf *)places[0], *right = (struct dynbuf *)places[1];
  // If there is no memory, the test sets no small limit, because it would be a second fault. libcurl and our functions
  // could then find different faults first.
  size_t most = below(4) || !has_memory ? 100000 : 1 + below(60);
  curlx_dyn_init(left, most);
  curlx_dyn_init(right, most);
  for (int round = 0; round < 2; round++) {
    int result = append(moya_curlx_dyn_vprintf, left, it->format, WORDS(it->words));
    int own_result = append(curlx_dyn_vprintf, right, it->format, WORDS(it->words));
    expect(result == own_result && curlx_dyn_len(left) == curlx_dyn_len(right), "dyn_vprintf", it->format);
    expect(are_same(curlx_dyn_ptr(left), curlx_dyn_ptr(right)), "what dyn_vprintf appends", it->format);
  }
  curlx_dyn_free(left);
  curlx_dyn_free(right);
  free(ours);
  free(own);
}

int main(void) {
  memset(long_text, 'l', sizeof long_text - 1);
  curl_global_init_mem(CURL_GLOBAL_NOTHING, limited_malloc, free, limited_realloc, limited_strdup, limited_calloc);
  const char *form = getenv("MOYA_LONG");
  int count = form && strcmp(form, "1") == 0 ? 200000 : 50000;
  static struct request request;
  for (int index = 0; index < count && failures < 10; index++) {
    make(&request);
    has_memory = index % 16 != 0;
    compare(&request);
  }
  if (failures == 0) printf("ok - %d formats come out as libcurl's printf writes them, also without memory\n", count);
  return failures != 0;
}
