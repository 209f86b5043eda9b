/* Contains what tests of typed completions share: a callback with typed arguments, and endpoints whose samples are the
 * responses. */
#ifndef TYPED_COMPLETIONS_H
#define TYPED_COMPLETIONS_H

#include "bound_functions.h"

#define ON_SOME_SIGNATURE "(i64 followers, str login)"
#define ANSWERS(name, rest, result, body) \
  "'" name "': {'path': '/', 'stub': 'immediate', " rest "'result': " result ", 'sample': {'body': " body "}}"

static int told;
static moya_status told_status;

static inline void on_some(void *user, moya_status status, int64_t followers, const char *login) {
  EXPECT(user == &told);
  told++;
  told_status = status;
  if (status == MOYA_OK) {
    EXPECT(followers == 17 && strcmp(login, "ann") == 0);
  } else {
    EXPECT(followers == 0 && login == NULL);
  }
}

#endif
