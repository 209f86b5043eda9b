#include "pieces.h"

#include "findings.h"
#include "watch.h"
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A copy gets addresses that no earlier copy had, so an old pointer never points to a new piece. After this many bytes
 * the addresses begin again. */
static const size_t room = (size_t)1 << 30;

static char *memory;
static _Atomic size_t used;         /* how many bytes all copies have taken */
static _Thread_local piece current; /* the copy that `chunk` has on this thread */

void pieces_begin(void) {
  void *mapped = mmap(NULL, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  MUST(mapped != MAP_FAILED);
  memory = mapped;
}

/* Takes no lock, because a forked child may make copies, too. */
static char *reserve(size_t size) {
  size_t at;
  do at = atomic_fetch_add(&used, size) % room;
  while (at + size > room);
  return memory + at;
}

piece piece_copy(const void *data, size_t len) {
  size_t page = (size_t)getpagesize();
  MUST(len < room / 2);
  size_t size = (len + page - 1) / page * page;
  char *start = reserve(size + page); /* the last page stays inaccessible */
  piece it = {start + size - len, start, size + page};
  MUST(mprotect(start, size, PROT_READ | PROT_WRITE) == 0);
  memcpy(it.data, data, len);
  MUST(mprotect(start, size, PROT_READ) == 0);
  current = it;
  return it;
}

void piece_end(piece *it) {
  madvise(it->start, it->size, MADV_DONTNEED);
  MUST(mprotect(it->start, it->size, PROT_NONE) == 0);
  current = (piece){0};
}

void piece_fault(const void *address) {
  uintptr_t at = (uintptr_t)address, first = (uintptr_t)memory, now = (uintptr_t)current.start;
  const char *hook = watch_hook_here();
  if (!memory || at < first || at - first >= room) return;
  if (current.start && at >= now && at - now < current.size) {
    finding("pieces", "chunk wrote to its piece of the body, or read bytes after the end of the piece");
  } else {
    finding("pieces", "%s used a piece of the body after chunk had returned", hook ? hook : "a thread of the plugin");
  }
  findings_give_up();
}
