/* A sample is a response that a program makes up, for tests without a network.
 *
 * A sample is part of a target (target.h). The library reads it together with the target. */
#ifndef MOYA_SAMPLE_H
#define MOYA_SAMPLE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A made-up response. */
typedef struct moya_sample {
  uint32_t size MOYA_0;
  int32_t http_status MOYA_0; /* 100 … 599; 0: 200 */
  const moya_header *headers MOYA_0; /* a wrong name or value is an error, as in a request */
  size_t header_count MOYA_0;
  const void *body MOYA_0;
  size_t body_len MOYA_0;
  /* If this is not MOYA_OK, there is no response, and the request fails with this status (−40 …
   * −56), as if the exchange with a server had failed. */
  moya_status failure MOYA_0;
  uint32_t header_stride MOYA_0; /* 0: 16; see Arrays in moya.h */
  /* The URL that the response seems to come from, for example after redirects. NULL: the URL of the
   * request. */
  const char *url MOYA_0;
} moya_sample;
#define MOYA_SAMPLE_INIT MOYA_SIZED(moya_sample)
#define MOYA_SAMPLE(...) MOYA_MAKE(moya_sample, __VA_ARGS__)

/* Says who responds to the calls of a target: its sample or the network. */
enum {
  MOYA_STUB_DEFAULT = 0,   /* `stub` in the provider's options decides; its default is
                            * MOYA_STUB_NEVER */
  MOYA_STUB_NEVER = 1,     /* the network responds */
  /* The sample responds on the calling thread, before the function that sends the target returns.
   * Deep inside nested callbacks it responds later; see moya_callback_fn. */
  MOYA_STUB_IMMEDIATE = 2,
  MOYA_STUB_DELAYED = 3    /* the sample responds after stub_delay_ms */
};
typedef int32_t moya_stub_behavior;

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_sample) == 56, "moya_sample");
#endif

#ifdef __cplusplus
}
#endif

#endif
