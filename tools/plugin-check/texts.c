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

moya_str text_given(moya_context *key, moya_str text) {
  if (!watch_set.texts || !text.data || !key) return text;
  context *it = context_find(key);
  if (it && (it->state == RUNNING || it->state == DEFERRED)) {
    given_text *made = malloc(sizeof *made);
    MUST(made);
    *made = (given_text){piece_copy_text(text.data, text.len + 1), it->texts};
    it->texts = made;
    text.data = made->copy.data;
  }
  context_unlock();
  return text;
}

void texts_end(context *it) {
  for (given_text *at = it->texts, *next; at; at = next) {
    next = at->next;
    piece_end_text(&at->copy);
    free(at);
  }
  it->texts = NULL;
}
