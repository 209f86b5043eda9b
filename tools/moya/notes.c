#include "notes.h"
#include <stdio.h>
#include "memory.h"

/* MOST_USELESS is how many notes of one kind are printed about operations that cannot be called. For any other kind,
 * all notes are printed if there are at most MOST_ALIKE. Otherwise one note is printed. */
enum { MOST_USELESS = 20, MOST_ALIKE = 3 };

void notes_add(notes *it, harm harm, const char *kind, const char *line) {
  if (it->count == it->room) {
    size_t room = it->room ? it->room * 2 : 64;
    it->list = memory_resize(it->list, it->room * sizeof(note), room * sizeof(note));
    it->room = room;
  }
  it->list[it->count++] = (note){harm, kind, line};
}

static void print_kind(const note *const *alike, size_t count, bool all) {
  bool whole = all || count <= (alike[0]->harm == HARM_USELESS ? MOST_USELESS : MOST_ALIKE);
  size_t shown = whole ? count : alike[0]->harm == HARM_USELESS ? MOST_USELESS : 1;
  for (size_t i = 0; i < shown; i++) {
    fprintf(stderr, "  %s", alike[i]->line);
    if (i + 1 == shown && !whole) fprintf(stderr, " (and %zu more alike: -v shows them)", count - shown);
    fputs("\n", stderr);
  }
}

void notes_print(const notes *it, bool all) {
  static const char *const headings[HARMS] = {"operations that cannot be called:", "requests that cannot be all that the document says:",
                                              "results that say less than the document:", "to know:"};
  bool *printed = memory_get(it->count + 1);
  const note **alike = memory_get(it->count * sizeof *alike + 1);
  for (int harm = 0; harm < HARMS; harm++) {
    bool headed = false;
    for (size_t i = 0; i < it->count; i++) {
      if (printed[i] || it->list[i].harm != (enum harm)harm) continue;
      size_t count = 0;
      for (size_t other = i; other < it->count; other++) {
        if (it->list[other].harm != (enum harm)harm || it->list[other].kind != it->list[i].kind) continue;
        printed[other] = true;
        alike[count++] = &it->list[other];
      }
      if (!headed) fprintf(stderr, "%s\n", headings[harm]);
      headed = true;
      print_kind(alike, count, all);
    }
  }
}
