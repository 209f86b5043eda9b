/* Stub rules respond to requests at run time, instead of the network. They are for programs that
 * make their targets themselves. A test of such a program cannot add a sample (sample.h) to a
 * target.
 *
 *     moya_stubs *stubs;
 *     moya_stubs_create(&stubs, NULL);
 *     moya_stubs_record(stubs, 100, NULL);
 *     moya_sample created = MOYA_SAMPLE(.http_status = 201);
 *     moya_stub_rule rule = MOYA_STUB_RULE(.method = "POST", .path = "/v1/users",
 *                                          .answers = &created, .answer_count = 1);
 *     moya_stubs_add(stubs, &rule, NULL, NULL);
 *     …                                  calls of a provider whose options say .stubs = stubs
 *     const moya_stub_request *sent = moya_stubs_record_at(stubs, 0);
 *     puts(moya_stub_request_header(sent, "Content-Type"));
 *
 * The rules respond to every call of a provider that has them in moya_provider_options.stubs. If
 * several rules match a request, the one that was added last responds. If no rule matches, the
 * sample of the target responds. If the target has no sample, the call fails with
 * MOYA_ERROR_NO_STUB. The message of this error names the request. It also names the rule that fits
 * the request best, and the conditions of that rule that the request does not meet.
 *
 * A stubbed request goes through the same checks, plugins, retries and timeouts as a request
 * that is sent. A request that cannot be sent reaches no rule. Rules see a request as a server
 * would receive it over HTTP/1.1; docs/stubs.md lists the exceptions. */
#ifndef MOYA_STUBS_H
#define MOYA_STUBS_H

#include "base.h"
#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What responded to a request. */
enum {
  MOYA_STUBBED_BY_NOTHING = 0, /* no rule matched and the target has no sample, or the rule has no
                                * answer left */
  MOYA_STUBBED_BY_RULE = 1,    /* an answer of a rule */
  MOYA_STUBBED_BY_SAMPLE = 2,  /* the sample of the target */
  MOYA_STUBBED_BY_NETWORK = 3  /* the network, because a rule with `pass_through` sent the request
                                * on */
};
typedef int32_t moya_stubbed_by;

/* A request as a server would receive it. The library fills it. A function of a rule may use it
 * until that function returns. moya_stubs_record_at says how long a recorded request is valid. A
 * request may contain secrets. */
typedef struct moya_stub_request {
  uint32_t size;          /* how many bytes the library has filled */
  uint32_t header_stride; /* how many bytes lie between the starts of two headers */
  moya_str target;        /* the name of the target */
  moya_str method;
  moya_str url; /* the URL with its query, but without user, password and fragment */
  /* All header fields, in the order in which they are sent. They come from the target, the plugins,
   * the provider (User-Agent, Accept-Encoding, Cookie) and the transport (Host, Accept,
   * Content-Length). */
  const moya_header *headers;
  size_t header_count;
  /* The encoded body. The library reads files of up to 16 MiB. It reads a stream only to record it:
   * up to 16 MiB, or until the stream has no bytes ready. It never reads a stream if `pass_through`
   * sends the request on. {NULL, 0}: there is no body, or it could not be read. */
  moya_str body;
  uint64_t rule;            /* the number of the rule that was chosen; in the functions of a
                             * rule, the number of that rule; 0: no rule matched */
  moya_stubbed_by answered; /* what responded; in the functions of a rule, always
                             * MOYA_STUBBED_BY_RULE */
  int32_t reserved;         /* 0 */
  void *user;               /* moya_target.user */
} moya_stub_request;

/* Returns whether the rule matches the request; any number but 0 means that it does. The function
 * runs on the thread that sends the request, as hooks do (plugin.h). Other calls of this thread
 * wait until the function returns. Inside it, library functions that block return
 * MOYA_ERROR_STATE. */
typedef int32_t (*moya_stub_matches_fn)(void *user, const moya_stub_request *request);
/* Fills `sample`, which is empty at first, with the answer to a request. When the function has
 * returned, the library copies what `sample` points to. */
typedef void (*moya_stub_answer_fn)(void *user, const moya_stub_request *request,
                                    moya_sample *sample);

/* A stub rule. It matches a request if all of its conditions match. A condition that is NULL or 0
 * matches every request. */
typedef struct moya_stub_rule {
  uint32_t size MOYA_0;
  uint32_t delay_ms MOYA_0;  /* the time until the response; 0: none */
  const char *target MOYA_0; /* the name of the target */
  const char *method MOYA_0; /* the method as it is sent: "get" is GET */
  const char *url MOYA_0;    /* the whole URL, without its query and fragment */
  const char *path MOYA_0;   /* the path of the URL, percent-decoded and including the path of the
                              * base URL */
  /* The query must contain all of these items. Write names and values without percent-encoding.
   * Items with the same name must be in the same order in the query as here; the order of items
   * with different names does not matter. Unless `exact_query` is set, the query can have other
   * items, because a rule need not repeat what a provider adds to every request, for example an
   * API key. */
  const moya_parameter *query MOYA_0;
  size_t query_count MOYA_0;
  uint32_t query_stride MOYA_0; /* 0: 16; see Arrays in moya.h */
  uint32_t exact_query MOYA_0;  /* not 0: the request's query must have no other items; if
                                 * query_count is 0, the request must have no query */
  /* Header fields. The case of names does not matter; values must be equal byte by byte. NULL
   * matches any value. Fields with the same name must be in the same order in the request as here.
   * The request can have other fields. */
  const moya_header *headers MOYA_0;
  size_t header_count MOYA_0;
  uint32_t header_stride MOYA_0; /* 0: 16 */
  uint32_t repeat_last MOYA_0;   /* not 0: after several answers, the last one is used again and
                                  * again */
  const void *body MOYA_0;       /* the encoded body of the request must be equal to these bytes; a
                                  * stream counts as no body */
  size_t body_len MOYA_0;
  /* A JSON text. The body must be the same JSON value. The order of members, white space and the
   * spelling of numbers do not matter. */
  const char *json MOYA_0;
  moya_stub_matches_fn matches MOYA_0; /* called last, if all other conditions match */
  /* The responses. A single answer is used for every request. Several answers are used one after
   * another. After the last answer, calls fail with MOYA_ERROR_NO_STUB, unless `repeat_last` is
   * set. The `size` of the first answer is the stride of the array. */
  const moya_sample *answers MOYA_0;
  size_t answer_count MOYA_0;
  moya_stub_answer_fn answer MOYA_0; /* makes each answer, instead of `answers` */
  void *user MOYA_0;                 /* for the functions of this rule */
  /* Called once with `user`, when the rule has been removed and none of its functions runs, or when
   * moya_stubs_add fails. Not called if `size` is invalid. May be NULL. */
  moya_release_fn release_user MOYA_0;
  /* If this is not 0, the rule passes the request on to where it would go without rules: to the
   * network or to the provider's backend. A rule with `pass_through` must have neither `answers`
   * nor `answer`. Rules that were added later are tried first. So if the rule that was added first
   * has no conditions and sets `pass_through`, it passes on every request that no other rule
   * matches. */
  uint32_t pass_through MOYA_0;
  uint32_t reserved MOYA_0; /* 0 */
} moya_stub_rule;
#define MOYA_STUB_RULE_INIT MOYA_SIZED(moya_stub_rule)
#define MOYA_STUB_RULE(...) MOYA_MAKE(moya_stub_rule, __VA_ARGS__)

/* Makes an empty set of rules. The caller must release it with moya_stubs_release. Errors: NULL.
 * [any thread] */
MOYA_API moya_status moya_stubs_create(moya_stubs **stubs, moya_error **error) MOYA_NONNULL(1);

/* Releases the caller's reference to a set of rules. Providers that were made with the rules hold
 * their own references. [any thread] */
MOYA_API void moya_stubs_release(moya_stubs *stubs);

/* Adds a rule, which is tried before all rules that were added earlier. The library copies the
 * rule, but not what `user` points to. Stores the number of the rule, 1 or more, in *id if `id` is
 * not NULL. Errors: NULL, UTF8, STRUCT_*, MEMORY; ARGUMENT: not exactly one of `answers`, `answer`
 * and `pass_through` is given, `pass_through` has a delay, `json` is not JSON, a sample has a wrong
 * value, a text is too long. [any thread] */
MOYA_API moya_status moya_stubs_add(moya_stubs *stubs, const moya_stub_rule *rule, uint64_t *id,
                                    moya_error **error) MOYA_NONNULL(1, 2);

/* Removes a rule. Does nothing if there is no such rule. [any thread] */
MOYA_API void moya_stubs_remove(moya_stubs *stubs, uint64_t id);

/* Removes all rules and all recorded requests, and sets the counts (moya_stubs_count) to 0.
 * [any thread] */
MOYA_API void moya_stubs_reset(moya_stubs *stubs);

/* Returns the number of requests for which a rule was chosen, including those for which the rule
 * had no answer left. Returns 0 if there is no such rule. If `id` is 0, returns the number of all
 * requests, including those to which nothing responded. [any thread] */
MOYA_API uint64_t moya_stubs_count(const moya_stubs *stubs, uint64_t id);

/* ── The record ──────────────────────────────────────────────────────────────────────────────── */

/* Removes the recorded requests, and then records the next `most` requests with their bodies. Each
 * attempt of a call is a request. Requests are recorded in the order in which they were sent,
 * including those to which nothing responded. Requests beyond `most` are only counted. If `most` is
 * 0, no requests are recorded. A new set of rules records no requests. Errors: NULL; ARGUMENT:
 * `most` is over 1 000 000. [any thread] */
MOYA_API moya_status moya_stubs_record(moya_stubs *stubs, size_t most, moya_error **error)
    MOYA_NONNULL(1);

/* Returns how many requests are recorded. [any thread] */
MOYA_API size_t moya_stubs_record_count(const moya_stubs *stubs);

/* Returns a recorded request, or NULL if there is no such index. Index 0 is the oldest. The set of
 * rules owns the request. The request is valid until moya_stubs_record or moya_stubs_reset removes
 * it, or until the last reference to the rules is released. [any thread] */
MOYA_API const moya_stub_request *moya_stubs_record_at(const moya_stubs *stubs, size_t index);

/* Returns the value of a header field of a request, or NULL if there is none. The case of `name`
 * does not matter. If several fields have this name, returns the first. The value is valid as long
 * as the request. [any thread] */
MOYA_API const char *moya_stub_request_header(const moya_stub_request *request, const char *name);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_stub_request) == 112, "moya_stub_request");
_Static_assert(sizeof(moya_stub_rule) == 168, "moya_stub_rule");
#endif

#ifdef __cplusplus
}
#endif

#endif
