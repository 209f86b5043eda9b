#include "memory.h"
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "tool.h"

/* The header before each block. It contains the neighbours of the block in the list of all blocks. The size of the
 * header is a multiple of the strictest alignment. */
typedef union block {
  struct {
    union block *before, *behind;
  } in;
  max_align_t alignment;
} block;

static block all = {.in = {&all, &all}};
static size_t held; /* the bytes of all blocks */
/* Protects the list of all blocks and `held`. Log lines of plugins arrive on several threads. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The standard input and the pipes that were read. They can be read only once. */
typedef struct input {
  char *path, *bytes;
  size_t length;
  struct input *before;
} input;
static input *inputs;

void memory_missing(void) {
  fputs("moya: there is no memory\n", stderr);
  exit(EXIT_FAILED);
}

void *memory_get(size_t size) { return memory_resize(NULL, 0, size); }

void *memory_resize(void *old, size_t old_size, size_t size) {
  block *it = old ? (block *)old - 1 : NULL;
  if (size > SIZE_MAX / 2) memory_missing();
  pthread_mutex_lock(&lock);
  if (it) {
    it->in.before->in.behind = it->in.behind;
    it->in.behind->in.before = it->in.before;
  }
  it = realloc(it, sizeof(block) + size);
  if (it) {
    it->in.before = all.in.before;
    it->in.behind = &all;
    it->in.before->in.behind = all.in.before = it;
    held += size - old_size;
  }
  pthread_mutex_unlock(&lock);
  if (!it) memory_missing();
  if (size > old_size) memset((char *)(it + 1) + old_size, 0, size - old_size);
  return it + 1;
}

size_t memory_held(void) {
  pthread_mutex_lock(&lock);
  size_t now = held;
  pthread_mutex_unlock(&lock);
  return now;
}

char *memory_copy(const char *text, size_t length) {
  char *copy = memory_get(length + 1);
  if (length > 0) memcpy(copy, text, length);
  return copy;
}

char *memory_join(const char *first, ...) {
  va_list texts;
  size_t length = 0;
  va_start(texts, first);
  for (const char *it = first; it; it = va_arg(texts, const char *)) length += strlen(it);
  va_end(texts);
  char *joined = memory_get(length + 1), *end = joined;
  va_start(texts, first);
  for (const char *it = first; it; it = va_arg(texts, const char *)) {
    size_t size = strlen(it);
    memcpy(end, it, size);
    end += size;
  }
  va_end(texts);
  return joined;
}

char *memory_file(const char *path, size_t *length) {
  for (const input *known = inputs; known; known = known->before) {
    if (strcmp(known->path, path) != 0) continue;
    *length = known->length;
    return known->bytes;
  }
  FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
  char *bytes = NULL;
  size_t size = 0, room = 0, got;
  *length = 0;
  if (!file) return NULL;
  do {
    if (room - size < 2) {
      size_t wanted = room ? room * 2 : 65536;
      bytes = memory_resize(bytes, room, wanted);
      room = wanted;
    }
    got = fread(bytes + size, 1, room - size - 1, file);
    size += got;
  } while (got > 0);
  int failure = ferror(file) ? errno : 0;
  struct stat about;
  bool is_kept = file == stdin || (fstat(fileno(file), &about) == 0 && !S_ISREG(about.st_mode));
  if (file != stdin) fclose(file);
  if (failure) {
    errno = failure;
    return NULL;
  }
  bytes[size] = 0;
  *length = size;
  if (is_kept) {
    input *made = memory_get(sizeof *made);
    *made = (input){memory_copy(path, strlen(path)), bytes, size, inputs};
    inputs = made;
  }
  return bytes;
}

void memory_release(void) {
  inputs = NULL;
  held = 0;
  while (all.in.behind != &all) {
    block *it = all.in.behind;
    all.in.behind = it->in.behind;
    free(it);
  }
  all.in.before = &all;
}
