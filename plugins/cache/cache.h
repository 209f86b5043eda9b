/* Declares the instance of the plugin, the slot value of a call, the hooks, and functions that the hooks share. */
#ifndef CACHE_CACHE_H
#define CACHE_CACHE_H

#include "policy.h"
#include "range.h"
#include "removals.h"
#include "store.h"
#include "writer.h"

#include <moya/plugin/body.h>
#include <moya/plugin/digest.h>
#include <moya/plugin/tasks.h>

typedef struct cache {
  const moya_host *host;
  const moya_tasks *tasks;
  const moya_body *body;
  const moya_digest *digest;
  moya_context *self;
  rules rules;
  size_t most_body; /* bytes of the longest body that is stored */
  store *memory;
  removals removals;
  writer *writer; /* writes the file; NULL: there is no file */
} cache;

/* Stores a response in memory and in the file, unless its URL has become invalid since removals_now returned `then`. */
void cache_put(cache *, stored *, uint64_t then);
/* Removes the responses of a URL. */
void cache_remove(cache *, slice url);

/* ── The slot value of a call (call.c) ── */

typedef struct call {
  cache *cache;
  request request;     /* as `prepare` saw it; its texts follow the struct */
  bool is_unsafe;      /* the request, for example a POST, may make stored responses invalid */
  bool is_conditional; /* `prepare` has added the validators of `found` */
  bool must_repeat;    /* a 304 cannot be used, and the request is sent again without validators */
  bool uses_stale;     /* the server has failed, and the next attempt is answered with `found` */
  stored *found;       /* the stored response, which is too old or must be validated; NULL: there is none */
  uint64_t removals;   /* what removals_now returned before the request was sent */
  int64_t asked_us, received_us; /* when the request was prepared, and when the head of the response arrived */
  body *body;          /* what has arrived of a body that will be stored */
  size_t room;         /* how many bytes fit into `body` */
  moya_context *context; /* the context of `prepare`, while the call waits for the file */
} call;

/* Makes the slot value of a call. Copies the request, and adds a reference to `found`. Returns NULL if there is no
 * memory. */
call *call_new(cache *, const request *request, stored *found);
void call_release(call *it);

/* ── Contexts of the host (message.c) ── */

slice text_of(moya_str text);
/* Reads the fields of a request or a response. Returns false if there are more than MOST_FIELDS. */
bool read_request(const cache *, moya_context *context, field out[MOST_FIELDS], fields *all);
bool read_response(const cache *, moya_context *context, field out[MOST_FIELDS], fields *all);
/* Returns true if the field Host names another host than the URL. The request is then for another URL (RFC 9110 §7.1)
 * than the one under which the cache would store the response. */
bool names_other_host(slice url, fields all);
/* Returns true if the response came from another URL than the request's. */
bool is_redirected(const cache *, moya_context *context);
/* Lets a hook answer the call with the stored response `it`. The answer to HEAD has no body. The answer to a request
 * with Range can have only a part of the body. Returns MOYA_HOOK_ANSWERED, or an error. */
moya_status show(const cache *, moya_context *context, const stored *it, const request *request);
/* Sets If-None-Match and If-Modified-Since (the validators) in a request, if `it` has ETag and Last-Modified. */
void add_validators(const cache *, moya_context *context, const stored *it);

/* ── Hooks ── */

moya_status prepare(void *instance, moya_context *context);                                    /* prepare.c */
moya_status receive_head(void *instance, moya_context *context);                               /* receive.c */
moya_status receive_chunk(void *instance, moya_context *context, const void *data, size_t len); /* receive.c */
moya_status receive_end(void *instance, moya_context *context);                                /* receive.c */
void did_receive(void *instance, moya_context *context);                                       /* finish.c */
int64_t should_retry(void *instance, moya_context *context);                                   /* finish.c */
void release_slot(void *instance, void *slot);                                                 /* call.c */

/* Asks the server in the background whether `old` has changed (refresh.c). `context` is the context of `prepare`. */
void refresh(cache *, moya_context *context, const request *request, stored *old);

#endif
