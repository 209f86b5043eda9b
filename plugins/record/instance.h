/* The data of an instance of the plugin, and the functions of the plugin's source files. */
#ifndef MOYA_RECORD_INSTANCE_H
#define MOYA_RECORD_INSTANCE_H

#include "capture.h"
#include "match.h"

#include <moya/plugin/body.h>
#include <moya/plugin/tasks.h>
#include <sys/types.h>

typedef struct record {
  const moya_host *host;
  const moya_tasks *tasks;
  const moya_body *body;
  moya_context *self;
  pid_t process;
  bool replays, records, replaces; /* replaces: the recording replaces the entries of the same requests */
  size_t most_bytes;
  bytes path; /* absolute, so that it stays the same file if the program changes its folder */
  scrub_rules rules;
  har cassette;
  matcher matcher;
  _Atomic(capture *) recorded; /* a list of what is to be written, newest first */
  entry *written;            /* a list of what was written, oldest first. Only `close` and `destroy` use it */
} record;

/* instance.c: record_create makes an instance and reads its cassette. record_close and record_destroy write the
 * cassette. */
moya_status record_create(const moya_host *host, moya_context *self, void **instance);
moya_status record_close(void *instance, moya_context *self);
void record_destroy(void *instance);

/* capture.c: copies what the hooks of a call see. These functions return false if there is no memory. */
bool capture_request(const record *it, moya_context *context, capture *to);
/* Copies the header fields that the library sends. */
bool capture_sent_fields(const record *it, moya_context *context, capture *to);
bool capture_result(const record *it, moya_context *context, capture *to);
/* Copies bytes of a response's body, unless it is too large. */
bool capture_body(const record *it, capture *to, const void *data, size_t len);
/* Forgets the body, because another response begins. */
void capture_no_body(capture *to);

/* replay.c: answers a call with an entry. */
/* Answers an attempt of a call that is in the cassette, and returns what `prepare` must return. Returns MOYA_OK if the
 * call is not in the cassette and must be recorded. */
moya_status replay_attempt(record *it, moya_context *context, capture *own);
/* Returns what `process` must return for a replayed call. If the entry has an error, sets this error. */
moya_status replay_end(record *it, moya_context *context, const capture *own);

#endif
