/* Rules that answer requests at run time, in place of the network: for tests of programs that make targets by themselves.
 *
 * A provider that is made with rules (moya_provider_options.stubs) sends nothing. A request is answered by the rule added
 * last among those that match it; else by its target's sample, if that has one; else its call ends with
 * MOYA_ERROR_NO_STUB, which names it; a backend of the program's own is not asked. Requests pass the same checks, plugins, retries and timeouts as on the network. */
#ifndef MOYA_STUBS_H
#define MOYA_STUBS_H

#include "base.h"
#include "stub.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a rule's functions are shown: borrowed until they return. */
typedef struct moya_stub_request {
  moya_str target; /* the target's name */
  moya_str method;
  moya_str url;  /* with its query */
  moya_str body; /* {NULL, 0} also when it is not in memory */
  void *user;    /* moya_target.user */
} moya_stub_request;

/* Is the request one of the rule's? Not 0: yes. Runs on the thread that sends the request, as hooks do (plugin.h):
 * functions that block return MOYA_ERROR_STATE in it, and other calls wait until it returns. */
typedef int32_t (*moya_stub_matches_fn)(void *user, const moya_stub_request *request);
/* Makes an answer: fills `sample`, which is empty. What it points at is copied when the function has returned. */
typedef void (*moya_stub_answer_fn)(void *user, const moya_stub_request *request, moya_sample *sample);

/* A rule. What is NULL, or 0, is not compared; all that is given must match. */
typedef struct moya_stub_rule {
  uint32_t size MOYA_0;
  uint32_t delay_ms MOYA_0;   /* until the answer; 0: at once */
  const char *target MOYA_0;  /* the target's name */
  const char *method MOYA_0;  /* as it is sent: get is GET */
  const char *url MOYA_0;     /* the whole URL but its query and fragment */
  const char *path MOYA_0;    /* the URL's path, that of the base included, percent-decoded */
  const moya_parameter *query MOYA_0; /* these items of the query, percent-decoded, whatever others there are */
  size_t query_count MOYA_0;
  uint32_t query_stride MOYA_0; /* 0: 16; see Arrays in moya.h */
  uint32_t repeat_last MOYA_0;  /* not 0: of several answers the last one is given again and again */
  const void *body MOYA_0;      /* the request's body, byte by byte, when it is in memory */
  size_t body_len MOYA_0;
  moya_stub_matches_fn matches MOYA_0;
  /* One is the answer to every request; several are given one after another, then the rule has none left, and the call
   * ends with MOYA_ERROR_NO_STUB. All of the size that the first one says. */
  const moya_sample *answers MOYA_0;
  size_t answer_count MOYA_0;
  moya_stub_answer_fn answer MOYA_0; /* instead of `answers` */
  void *user MOYA_0;                 /* of the functions, valid as long as the rules */
} moya_stub_rule;
#define MOYA_STUB_RULE_INIT MOYA_SIZED(moya_stub_rule)
#define MOYA_STUB_RULE(...) MOYA_MAKE(moya_stub_rule, __VA_ARGS__)

/* An empty set of rules. Errors: NULL. [any thread] Release with moya_stubs_release. */
MOYA_API moya_status moya_stubs_create(moya_stubs **stubs, moya_error **error) MOYA_NONNULL(1);

/* Releases the handle; providers that were made with the rules keep them. [any thread] */
MOYA_API void moya_stubs_release(moya_stubs *stubs);

/* Adds a rule in front of the others, copied but for `user`. `id`, which may be NULL, gets its number, 1 or more. Errors:
 * NULL, UTF8, STRUCT_*, MEMORY; ARGUMENT: neither or both of `answers` and `answer`, a sample with a wrong value, a text
 * that is too long. [any thread] */
MOYA_API moya_status moya_stubs_add(moya_stubs *stubs, const moya_stub_rule *rule, uint64_t *id, moya_error **error)
    MOYA_NONNULL(1, 2);

/* Removes a rule; one that there is not is no error. [any thread] */
MOYA_API void moya_stubs_remove(moya_stubs *stubs, uint64_t id);

/* Removes all rules and sets the counts to 0. [any thread] */
MOYA_API void moya_stubs_reset(moya_stubs *stubs);

/* How many requests a rule was to answer; 0 for a rule that there is not. `id` 0: all requests, answered or not.
 * [any thread] */
MOYA_API uint64_t moya_stubs_count(moya_stubs *stubs, uint64_t id);

#if defined(__LP64__) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_stub_request) == 72, "moya_stub_request");
_Static_assert(sizeof(moya_stub_rule) == 120, "moya_stub_rule");
#endif

#ifdef __cplusplus
}
#endif

#endif
