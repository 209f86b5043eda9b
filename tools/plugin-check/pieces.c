#include "pieces.h"

#include "findings.h"
#include "watch.h"
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Each copy gets new addresses, so that an old pointer does not point to a new piece. Only after this many bytes,
 * addresses are used again. */
static const size_t room = (size_t)1 << 30;

typedef struct arena {
  char *memory;
  _Atomic size_t used; /* how many bytes all copies have taken */
} arena;
static arena pieces, texts;
static _Thread_local piece current; /* the copy that `chunk` has on this thread */

static void begin(arena *it) {
  void *mapped = mmap(NULL, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  MUST(mapped != MAP_FAILED);
  it->memory = mapped;
}

void pieces_begin(void) {
  begin(&pieces);
  begin(&texts);
}

/* Returns addresses for a copy of this size. Takes no lock, because a forked child may make copies, too. */
static char *reserve(arena *it, size_t size) {
  size_t at;
  do at = atomic_fetch_add(&it->used, size) % room;
  while (at + size > room);
  return it->memory + at;
}

static piece copy(arena *in, const void *data, size_t len) {
  size_t page = (size_t)getpagesize();
  MUST(len < room / 2);
  size_t size = (len + page - 1) / page * page;
  char *start = reserve(in, size + page); /* the last page stays inaccessible */
  piece it = {start + size - len, start, size + page};
  MUST(mprotect(start, size, PROT_READ | PROT_WRITE) == 0);
  memcpy(it.data, data, len);
  MUST(mprotect(start, size, PROT_READ) == 0);
  return it;
}

piece piece_copy(const void *data, size_t len) { return current = copy(&pieces, data, len); }
piece piece_copy_text(const char *text, size_t len) { return copy(&texts, text, len); }

void piece_end_text(piece *it) {
  madvise(it->start, it->size, MADV_DONTNEED);
  MUST(mprotect(it->start, it->size, PROT_NONE) == 0);
}
void piece_end(piece *it) {
  piece_end_text(it);
  current = (piece){0};
}

static bool is_in(const void *start, size_t size, uintptr_t at) {
  return start && at >= (uintptr_t)start && at - (uintptr_t)start < size;
}

void piece_fault(const void *address) {
  uintptr_t at = (uintptr_t)address;
  const char *hook = watch_hook_here();
  if (!hook) hook = "a thread of the plugin";
  if (is_in(texts.memory, room, at)) {
    finding("texts", "%s wrote to a text of the host, read after its end, or used it after the end of its context",
            hook);
  } else if (is_in(current.start, current.size, at)) {
    finding("pieces", "chunk wrote to its piece of the body, or read bytes after the end of the piece");
  } else if (is_in(pieces.memory, room, at)) {
    finding("pieces", "%s used a piece of the body after chunk had returned", hook);
  } else {
    return;
  }
  findings_give_up();
}
