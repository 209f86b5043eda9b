/* The data of an instance of the plugin, and the functions of the plugin's source files. */
#ifndef MOYA_RECORD_INSTANCE_H
#define MOYA_RECORD_INSTANCE_H

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
  _Atomic(entry *) recorded; /* a list of what is to be written, newest first */
  entry *written;            /* a list of what was written, oldest first. Only `close` and `destroy` use it */
} record;

/* The slot value of a call: the entry that the module records, or the entry that answers the call. */
typedef struct slot {
  entry *made;
  const entry *played;
} slot;

/* instance.c: record_create makes an instance and reads its cassette. record_close and record_destroy write the
 * cassette. */
moya_status record_create(const moya_host *host, moya_context *self, void **instance);
moya_status record_close(void *instance, moya_context *self);
void record_destroy(void *instance);

/* capture.c: reads a call into an entry. These functions return false if there is no memory. */
bool capture_request(const record *it, moya_context *context, entry *to);
/* Replaces the header fields of the request with those that the library sends. */
bool capture_sent_fields(const record *it, moya_context *context, entry *to);
bool capture_result(const record *it, moya_context *context, entry *to);
/* Stores bytes of a response's body, unless it is too large. */
bool capture_body(const record *it, entry *to, const void *data, size_t len);

/* replay.c: answers a call with an entry. */
/* Answers a call that is in the cassette, and returns what `prepare` must return. Returns MOYA_OK if the call is not in
 * the cassette and must be recorded. */
moya_status replay_begin(record *it, moya_context *context, slot *own);
/* Returns what `process` must return for a replayed call. If the entry has an error, sets this error. */
moya_status replay_end(record *it, moya_context *context, const slot *own);

#endif
