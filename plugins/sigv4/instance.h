/* The data of an instance of the plugin, and the functions of the plugin's source files. */
#ifndef MOYA_SIGV4_INSTANCE_H
#define MOYA_SIGV4_INSTANCE_H

#include "credentials.h"
#include "signature.h"

#include <moya/plugin/tasks.h>
#include <stdatomic.h>

/* Which bodies are signed. */
typedef enum body_rule {
  BODY_SIGNED,           /* a body that is not in memory is refused */
  BODY_STREAMS_UNSIGNED, /* a body that is not in memory is not signed */
  BODY_UNSIGNED
} body_rule;

typedef struct sigv4 {
  const moya_host *host;
  const moya_tasks *tasks;
  const moya_digest *digest;
  moya_context *self;
  credentials who;
  bytes region, service;
  bool is_s3, in_query;
  body_rule body;
  int64_t expires_s;
  _Atomic int64_t skew_s; /* the server's clock minus the clock of this machine */
  key_cache keys;
} sigv4;

/* The slot of a call. */
typedef struct call {
  int64_t skew_s;           /* the skew with which the last attempt was signed */
  bool is_late, is_repeated; /* is_late: the clock was the reason of a refusal. is_repeated: the call was sent again */
} call;

/* instance.c: reads the options and the credentials. */
moya_status sigv4_create(const moya_host *host, moya_context *self, void **instance);
void sigv4_destroy(void *instance);

/* sign.c: signs a request. */
moya_status sigv4_sign(void *instance, moya_context *context);

/* clock.c: takes over the server's clock after a refusal, and repeats the call once. */
void sigv4_did_receive(void *instance, moya_context *context);
int64_t sigv4_should_retry(void *instance, moya_context *context);

#endif
