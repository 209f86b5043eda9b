/* Rules that answer requests at run time instead of the network: for tests of programs that make
 * targets by themselves.
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
 * The rules answer every call of a provider that is made with them (moya_provider_options.stubs).
 * If several rules match a request, the one that was added last answers it. If no rule matches, the
 * sample of the target does. If the target has no sample, the call fails with MOYA_ERROR_NO_STUB.
 * The error names the request, and the conditions of the nearest rule that it does not fulfil.
 *
 * A stubbed request passes the same checks, plugins, retries and timeouts as one that is sent. A
 * request that cannot be sent reaches no rule. Rules see a request as a server would receive it over
 * HTTP/1.1; docs/stubs.md lists the exceptions. */
#ifndef MOYA_STUBS_H
#define MOYA_STUBS_H

#include "base.h"
#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What answered a request. */
enum {
  MOYA_STUBBED_BY_NOTHING = 0, /* no rule matched and the target has no sample, or the rule has no
                                * answer left */
  MOYA_STUBBED_BY_RULE = 1,    /* the answer of a rule */
  MOYA_STUBBED_BY_SAMPLE = 2,  /* the sample of its target */
  MOYA_STUBBED_BY_NETWORK = 3  /* the network: a rule with `pass_through` sent the request on */
};
typedef int32_t moya_stubbed_by;

/* A request as a server would receive it. The library fills it. A function of a rule may use it until
 * the function returns; moya_stubs_record_at says how long a recorded one is valid. It may contain
 * secrets. */
typedef struct moya_stub_request {
  uint32_t size;          /* the bytes that the library has filled */
  uint32_t header_stride; /* the bytes from one header to the next */
  moya_str target;        /* the name of the target */
  moya_str method;
  moya_str url; /* with the query; without user, password and fragment */
  /* All fields, in the order in which they are sent: those of the target, the plugins, the provider
   * (User-Agent, Accept-Encoding, Cookie) and the transport (Host, Accept, Content-Length). */
  const moya_header *headers;
  size_t header_count;
  /* The encoded body. The library reads files of up to 16 MiB. It reads a stream only to record it: up
   * to 16 MiB, or until the stream has nothing yet, and never if `pass_through` sends the request on.
   * {NULL, 0}: there is no body, or it could not be read. */
  moya_str body;
  uint64_t rule;            /* the rule that is asked, or that had to answer; 0: no rule */
  moya_stubbed_by answered; /* in a rule's functions always MOYA_STUBBED_BY_RULE */
  int32_t reserved;         /* 0 */
  void *user;               /* moya_target.user */
} moya_stub_request;

/* Does the rule match the request? Not 0: yes. Runs on the thread that sends the request, as hooks do
 * (plugin.h): functions that block return MOYA_ERROR_STATE in it, and other calls wait until it
 * returns. */
typedef int32_t (*moya_stub_matches_fn)(void *user, const moya_stub_request *request);
/* Makes an answer: fills `sample`, which is empty. The library copies what `sample` points at when the
 * function has returned. */
typedef void (*moya_stub_answer_fn)(void *user, const moya_stub_request *request,
                                    moya_sample *sample);

/* A rule. It matches a request if all conditions that are given do; NULL and 0 are no condition. */
typedef struct moya_stub_rule {
  uint32_t size MOYA_0;
  uint32_t delay_ms MOYA_0;  /* the time until the answer; 0: at once */
  const char *target MOYA_0; /* the name of the target */
  const char *method MOYA_0; /* as it is sent: get is GET */
  const char *url MOYA_0;    /* the whole URL except its query and fragment */
  const char *path MOYA_0;   /* the path of the URL, with that of the base URL, percent-decoded */
  /* Items of the query, percent-decoded. Those of one name must come in this order; the order of
   * different names does not matter. The request may have other items, because a rule need not repeat
   * what a provider adds to every request, such as an API key. */
  const moya_parameter *query MOYA_0;
  size_t query_count MOYA_0;
  uint32_t query_stride MOYA_0; /* 0: 16; see Arrays in moya.h */
  uint32_t exact_query MOYA_0;  /* not 0: no other items; with query_count 0, no query */
  /* Header fields: names in any case, values byte by byte. NULL as a value stands for any value.
   * Those of one name must come in this order. The request may have other fields. */
  const moya_header *headers MOYA_0;
  size_t header_count MOYA_0;
  uint32_t header_stride MOYA_0; /* 0: 16 */
  uint32_t repeat_last MOYA_0;   /* not 0: the last of several answers is used again and again */
  const void *body MOYA_0;       /* the encoded body, byte by byte; a stream has none */
  size_t body_len MOYA_0;
  /* JSON text. The body must be the same value: the order of members, white space and how a number is
   * written do not matter. */
  const char *json MOYA_0;
  moya_stub_matches_fn matches MOYA_0; /* called last, if all other conditions match */
  /* One answer is used for every request. Several are used one after another; the call of a further
   * request fails with MOYA_ERROR_NO_STUB. The `size` of the first is the stride of the array. */
  const moya_sample *answers MOYA_0;
  size_t answer_count MOYA_0;
  moya_stub_answer_fn answer MOYA_0; /* instead of `answers` */
  void *user MOYA_0;                 /* for the functions */
  /* Called once with `user`, when the rule is gone and no function of it runs, or when moya_stubs_add fails.
   * Not called if `size` was refused. May be NULL. */
  moya_release_fn release_user MOYA_0;
  /* Not 0, instead of answers: sends the request to where it would go without rules, which is the
   * network or the provider's backend. If a rule without conditions does this and is added first, it
   * sends on all that no other rule answers. */
  uint32_t pass_through MOYA_0;
  uint32_t reserved MOYA_0; /* 0 */
} moya_stub_rule;
#define MOYA_STUB_RULE_INIT MOYA_SIZED(moya_stub_rule)
#define MOYA_STUB_RULE(...) MOYA_MAKE(moya_stub_rule, __VA_ARGS__)

/* Makes an empty set of rules. Errors: NULL. [any thread] Release with moya_stubs_release. */
MOYA_API moya_status moya_stubs_create(moya_stubs **stubs, moya_error **error) MOYA_NONNULL(1);

/* Releases the handle. Providers that were made with the rules keep a reference. [any thread] */
MOYA_API void moya_stubs_release(moya_stubs *stubs);

/* Adds a rule in front of the others. The library copies the rule, but not what `user` points at.
 * Stores the number of the rule, 1 or more, in *id if `id` is not NULL. Errors: NULL, UTF8, STRUCT_*,
 * MEMORY; ARGUMENT: not exactly one of `answers`, `answer` and `pass_through` is given, `pass_through`
 * has a delay, `json` is not JSON, a sample has a wrong value, a text is too long. [any thread] */
MOYA_API moya_status moya_stubs_add(moya_stubs *stubs, const moya_stub_rule *rule, uint64_t *id,
                                    moya_error **error) MOYA_NONNULL(1, 2);

/* Removes a rule. If there is no such rule, does nothing. [any thread] */
MOYA_API void moya_stubs_remove(moya_stubs *stubs, uint64_t id);

/* Removes all rules, sets the counts to 0 and empties the record. [any thread] */
MOYA_API void moya_stubs_reset(moya_stubs *stubs);

/* Returns how many requests a rule had to answer; 0 if there is no such rule. With `id` 0, returns the
 * number of all requests, whether something answered them or not. [any thread] */
MOYA_API uint64_t moya_stubs_count(moya_stubs *stubs, uint64_t id);

/* ── The record ─────────────────────────────────────────────────────────────────────────────── */

/* Empties the record, and records the next `most` requests with their bodies. Each attempt of a call is
 * a request. They are recorded in the order in which they were sent, whether something answered them
 * or not. Requests beyond `most` are only counted. 0: records no requests, as at first. Errors: NULL;
 * ARGUMENT: `most` is over 1 000 000. [any thread] */
MOYA_API moya_status moya_stubs_record(moya_stubs *stubs, size_t most, moya_error **error)
    MOYA_NONNULL(1);

/* Returns how many requests are recorded. [any thread] */
MOYA_API size_t moya_stubs_record_count(moya_stubs *stubs);

/* Returns a recorded request, the oldest at index 0; NULL if there is no such index. The record owns
 * it. It is valid until moya_stubs_record or moya_stubs_reset empties the record, or until the last
 * reference to the rules is released. [any thread] */
MOYA_API const moya_stub_request *moya_stubs_record_at(moya_stubs *stubs, size_t index);

/* Returns the value of a header field of a request, whatever the case of its name; of several fields
 * the first; NULL if there is none. It is valid as long as the request. [any thread] */
MOYA_API const char *moya_stub_request_header(const moya_stub_request *request, const char *name);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_stub_request) == 112, "moya_stub_request");
_Static_assert(sizeof(moya_stub_rule) == 168, "moya_stub_rule");
#endif

#ifdef __cplusplus
}
#endif

#endif
