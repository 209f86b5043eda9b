/* Contains what the generated calls need: choices, memory that a sanitizer watches, and what was promised about
 * releases and completions. */
#ifndef BAD_INPUT_H
#define BAD_INPUT_H

#ifndef MOYA_NONNULL
#define MOYA_NONNULL(...) /* because NULL is what is tested */
#endif
#include <moya/moya.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CALLS = 512, MOST_KINDS = 32, MOST_ROOMS = 512, ARRAY_ROOM = 3 * 8192 };
#define POISON ((void *)8) /* stored where a function must set a value */

/* A context that a function gets, and that the library must release once. */
typedef struct token {
  struct token *next;
  const char *function; /* the function that got it */
  atomic_int released, ended;
  bool accepted;   /* a call was sent with it, and must complete once */
  bool releasable; /* it was passed with a release function, which must be called */
  bool promised;   /* it was passed with a release function, in a struct of the current call */
} token_t;

/* What one thread is doing. */
struct state {
  unsigned good;           /* not 0: every choice is the good one */
  const char *function;    /* the function that is called now */
  unsigned number;         /* its index in the table */
  void *held[MOST_KINDS];  /* a handle of each kind, or NULL */
  moya_provider *host;     /* a provider whose loop the program runs */
  moya_provider *hooked;   /* a provider with a plugin whose hooks make other calls */
  void *rooms[MOST_ROOMS]; /* memory that is freed after the call */
  unsigned rooms_used;
  bool bad_size; /* a struct of this call states a size that may be refused. Then its fields are not read */
  bool within;   /* inside a callback */
  bool hooks;    /* calls are made with the provider that has a plugin */
  unsigned inside_call; /* the number of the call that callbacks make; CALLS: none */
  token_t *tokens; /* all tokens that were passed to the library */
  token_t *older;  /* the newest token from before this call */
  token_t *newest; /* the token of this call, passed as `user`; NULL: none */
};
static _Thread_local struct state *it;
static moya_provider *shared; /* used by all threads; or NULL */
static atomic_int failures;
/* How often each function returned each status. The first index is the function's number in the table. The second index
 * is the status without its sign. */
static atomic_uint seen[MOST_CALLS][100];

/* Returns a choice from 0 to count − 1. 0 is the good choice. The program that includes this file defines the
 * function. */
static unsigned choose(unsigned count);
/* Makes call number `number` of the table. */
static void make_call(unsigned number);

#define PICK(...) picked(sizeof((long double[]){__VA_ARGS__}) / sizeof(long double), (const long double[]){__VA_ARGS__})
/* Returns the chosen value. A long double can represent every value of every integer type. */
static inline long double picked(size_t count, const long double *values) { return values[choose((unsigned)count)]; }

static inline void failed(const char *what) {
  if (failures++ < 20) printf("    %s: %s\n", it && it->function ? it->function : "?", what);
}

/* ── Memory of one call ──────────────────────────────────────────────────────────────────────────────────────────── */

static inline void *room(size_t size) {
  if (it->rooms_used == MOST_ROOMS) abort();
  void *made = calloc(1, size);
  if (!made) abort();
  it->rooms[it->rooms_used++] = made;
  return made;
}

/* Copies the struct at `made` into memory of the size that it states, or of an impossible size. */
static inline void *resized(void *made, size_t size) {
  static const int32_t sizes[] = {0, 0, 4, 8, -8, -1, 1, 8, 8, 4096, 8192};
  unsigned choice = choose(sizeof sizes / sizeof *sizes + 1);
  if (choice == 0 || choice >= sizeof sizes / sizeof *sizes) return made;
  it->bad_size = true;
  /* The stated size is too small, or smaller than the struct, or larger with a tail of zeroes or of other bytes, or too
   * large. */
  uint32_t said = choice <= 3 ? (uint32_t)sizes[choice] : (uint32_t)((int64_t)size + sizes[choice]);
  char *moved = room(said < 8 ? 8 : said);
  memcpy(moved, made, said < size ? said : size);
  if (said < 8) memset(moved, 0, 8);
  if (choice == 8) moved[said - 1] = 1;
  memcpy(moved, &said, sizeof said);
  return moved;
}

static inline void *out(size_t size) { return choose(3) == 1 ? NULL : memset(room(size), 0, size); }
static inline moya_completion *rows(void) { return out(ARRAY_ROOM); }

static inline const char *bad_text(unsigned number) {
  static const char *const texts[] = {"", "\xff\xfe", "\xed\xa0\x80", "a\r\nEvil: 1", "../..", "http://[::1", "{", "%zz\x7f"};
  if (number != 0) return texts[number];
  enum { LONG = 140000 }; /* longer than every limit of a text */
  char *text = room(LONG + 1);
  memset(text, 'a', LONG);
  return text;
}
static inline const char *some_text(const char *good) {
  unsigned choice = choose(10);
  return choice == 0 ? good : choice == 1 ? NULL : choice == 2 ? "" : bad_text(choice - 2);
}
static inline const char *const *texts(void) {
  const char **made = room(ARRAY_ROOM);
  made[0] = made[1] = "a";
  if (choose(3) == 1) made[0] = "\xff";
  return made;
}
static inline const int32_t *numbers(void) {
  int32_t *made = room(ARRAY_ROOM);
  made[0] = (int32_t)PICK(200, 0, -1, INT32_MAX);
  made[1] = 204;
  return made;
}
static inline const void *bytes(void) { return memcpy(room(16), "{\"ok\": true}", 13); }

/* ── Promises ────────────────────────────────────────────────────────────────────────────────────────────────────── */

static inline token_t *token(bool in_struct) {
  if (choose(2)) return NULL;
  token_t *made = calloc(1, sizeof *made);
  if (!made) abort();
  made->next = it->tokens;
  made->function = it->function;
  it->tokens = made;
  if (!in_struct) it->newest = made;
  return made;
}
/* Records that a struct has this token and a release function. The library must release the token if the sizes of the
 * structs allow the library to read it. */
static inline void promise(void *context) {
  if (context) ((token_t *)context)->promised = true;
}
/* Withdraws the promises of the tokens that are newer than `older`, because the library may not have received them. */
static inline void withdraw_since(const token_t *older) {
  for (token_t *of = it->tokens; of != older; of = of->next) of->promised = false;
}
static inline void released(void *context) {
  if (context && atomic_fetch_add(&((token_t *)context)->released, 1) > 0) failed("released twice");
}
static inline void ended(void *user) {
  if (!user) return;
  token_t *of = user;
  if (atomic_load(&of->released)) failed("ended after the release");
  if (atomic_fetch_add(&of->ended, 1) > 0) failed("a call with two ends");
}

static inline void inside(void) {
  if (!it || it->within || it->good) return;
  const char *outer = it->function;
  unsigned number = it->number;
  token_t *newest = it->newest, *older = it->older;
  bool bad_size = it->bad_size;
  it->within = true;
  make_call(it->inside_call);
  it->within = false;
  it->function = outer;
  it->number = number;
  it->newest = newest;
  it->older = older;
  it->bad_size = bad_size;
}

static inline void begin(const char *function, unsigned number) {
  it->function = function;
  it->number = number;
  it->older = it->tokens;
  it->newest = NULL;
  it->bad_size = false;
}
/* Ends a call of a function. If `sent` is true, a call with the newest token was sent, and must complete once. */
static inline void end(bool sent) {
  if (it->newest && sent) it->newest->accepted = true;
  for (token_t *of = it->tokens; of != it->older; of = of->next) {
    of->releasable |= of->promised && !it->bad_size;
    of->promised = false;
  }
  if (it->within) return; /* the outer call's memory is still in use */
  while (it->rooms_used > 0) free(it->rooms[--it->rooms_used]);
}
/* Checks that every token was released. Call this after everything has been destroyed. */
static inline void settle(void) {
  while (it->tokens) {
    token_t *of = it->tokens;
    it->tokens = of->next;
    it->function = of->function;
    if (atomic_load(&of->ended) != of->accepted) failed(of->accepted ? "a call never ended" : "an end of a call that failed");
    if (of->releasable && atomic_load(&of->released) != 1) failed("what it was given was never released");
    free(of);
  }
}

static inline void check_status(moya_status status) {
  if (status > 0 || strcmp(moya_status_name(status), "MOYA_ERROR_UNKNOWN") == 0) failed("a status that is none");
  else if (it->number < MOST_CALLS) seen[it->number][-status]++;
}
static inline void check_text(moya_str text) {
  if (text.data ? text.data[text.len] != 0 : text.len != 0) failed("a text that does not end");
}
/* Returns whether there is something to release. */
static inline bool check_out(bool was_error, const void *asked, const void *made) {
  if (!asked) return false;
  if (made == POISON) failed("did not set what it gives");
  else if (was_error && made) failed("gives something in spite of its error");
  return made && made != POISON;
}
static inline void check_error(bool was_error, moya_status status, moya_error **asked, moya_error *error) {
  if (!asked) return;
  if (error == POISON) {
    failed("did not set its error");
    return;
  }
  if (was_error != (error != NULL)) failed(was_error ? "gives no error" : "gives an error in spite of its success");
  if (error && status && moya_error_status(error) != status) failed("gives an error of another status");
  if (error && moya_error_message(error).len == 0) failed("gives an error without a message");
  moya_error_release(error);
}

#endif
