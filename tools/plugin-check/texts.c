/* Finds a plugin that uses a text of the library too late. A text is valid as long as the context from which the
 * plugin got it. In the test of the row `texts`, each text is in memory of its own, which becomes inaccessible when
 * that context ends. */
#include "contexts.h"
#include "findings.h"
#include "pieces.h"

#include <stdlib.h>

struct given_text {
  piece copy;
  given_text *next;
};

/* Returns a copy of bytes for a plugin. The copy is valid until the context ends. If the check does not watch texts,
 * returns the bytes themselves. */
static const void *given(moya_context *key, const void *bytes, size_t size) {
  if (!watch_set.texts || !bytes || !key) return bytes;
  context *it = context_find(key);
  if (it && (it->state == RUNNING || it->state == DEFERRED)) {
    given_text *made = malloc(sizeof *made);
    MUST(made);
    *made = (given_text){piece_copy_text(bytes, size), it->texts};
    it->texts = made;
    bytes = made->copy.data;
  }
  context_unlock();
  return bytes;
}

moya_str text_given(moya_context *key, moya_str text) {
  return (moya_str){given(key, text.data, text.len + 1), text.len};
}

const moya_field *fields_given(moya_context *key, const moya_field *list, size_t count) {
  if (!watch_set.texts || !list) return list;
  moya_field *copies = malloc(count * sizeof *copies);
  MUST(copies);
  for (size_t i = 0; i < count; i++) copies[i] = (moya_field){text_given(key, list[i].name), text_given(key, list[i].value)};
  const moya_field *all = given(key, copies, count * sizeof *copies);
  bool is_copied = all != copies;
  free(copies);
  return is_copied ? all : list;
}

void texts_end(context *it) {
  for (given_text *at = it->texts, *next; at; at = next) {
    next = at->next;
    piece_end_text(&at->copy);
    free(at);
  }
  it->texts = NULL;
}
