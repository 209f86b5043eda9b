/* An instance of the plugin, what it knows about each limit, and what it knows about each call.
 *
 * A call may need two things before it begins. A permission is the right to begin at a certain time. The limit gives
 * permissions at its rate. A lease is a place among the calls that run at the same time. The call gives its lease back
 * when it ends. During a pause, which a server has asked for, no call begins. */
#ifndef LIMIT_LIMIT_H
#define LIMIT_LIMIT_H

#include "../common/fork_guard.h"
#include "../common/origin.h"
#include "../shared/store.h"

#include <moya/plugin/tasks.h>
#include <stdatomic.h>

/* FRESH_US: after the store has said whether there is a pause, the plugin does not ask again for this many
 * microseconds. */
enum { MOST_OWNER = 40, FRESH_US = 50000, MOST_NAME_BYTES = 50, MOST_TAG = ORIGIN_SIZE - 1 };

typedef struct call call;

/* One limit: of an origin or of a tag. The mutex of the instance protects the members after `key`. */
typedef struct bucket {
  struct bucket *next;
  uint32_t holders; /* the number of calls that use the limit */
  char key[STORE_MOST_KEY + 1];
  int64_t paused_us; /* until when there is no permission, by the library's clock */
  int64_t asked_us;  /* when the store last said `paused_us` */
  uint32_t peers;    /* how many processes shared the limit when the store last said it; 0: not known */
  uint32_t leases;   /* how many leases this process has */
  gcra_state local;  /* this process's own limit while the store fails; all zeroes if the store works */
} bucket;

/* The texts of an option, which are valid as long as the instance. */
typedef struct texts {
  const char **at;
  size_t count;
} texts;

typedef struct limit {
  const moya_host *host;
  const moya_tasks *tasks;
  moya_context *self;
  store *store;
  bool is_alone;   /* the store is this process's memory */
  double rate;     /* permissions in a second; 0: there is no limit */
  int64_t burst;
  uint32_t concurrency; /* 0: there is no limit */
  int64_t lease_ms;
  bool learns, goes_on; /* the options `learn` and `local` */
  gcra_rule rule;
  const char *name;
  texts tags, origins;
  origin *only;           /* `origins`, as they are compared */
  char owner[MOST_OWNER]; /* names this process and this instance */
  guarded_mutex use;      /* protects all that follows, and the calls in `held` */
  bucket *buckets;
  uint32_t bucket_count;
  call *held;      /* the calls with a lease of the store */
  bool is_renewing;
  bool is_local;   /* the store fails, and the log has said so */
} limit;

/* ── Limits (bucket.c) ── */

/* What is limited: the calls with a tag, or to an origin. */
typedef struct limited {
  const char *tag; /* NULL: the origin is limited */
  origin origin;   /* belongs to the context */
} limited;

/* Finds out which limit a call has: the limit of one of its tags, or the limit of its origin. Returns false if the call
 * has no limit. */
bool limited_of(const limit *, moya_context *, limited *out);
/* Finds or makes the limit, and adds a reference to it. Returns NULL if there is no memory. */
bucket *bucket_for(limit *, const limited *);
void bucket_release(limit *, bucket *);

/* ── Leases (lease.c) ── */

/* Notes that a call has a lease of the store. Returns false if the call has ended. */
bool lease_note(call *, const store_result *);
/* Gives the lease of a call back, if it has one. [any thread] */
void lease_give_back(call *);
/* In a forked child, removes the parent's calls from `held`. */
void lease_forget(limit *);

/* ── Without the store (local.c) ── */

/* Notes that a request to the store failed. Returns true if the call continues without the store. */
bool local_begin(call *, const store_result *);
/* Notes that the store works. */
void local_end(limit *);
/* Takes a permission from the part of the rate that this process may use. Returns the wait in µs. If the wait is longer
 * than `most_wait_us`, returns the wait and takes nothing. */
int64_t local_step(call *, int64_t most_wait_us);
/* Gives the call a lease that only this process knows, if this process has fewer leases than its part of `concurrency`.
 * Returns false if the call gets none. */
bool local_lease(call *);

/* ── Hooks ── */

moya_status prepare(void *instance, moya_context *context);    /* permit.c */
void release_slot(void *instance, void *slot);                 /* permit.c */
void did_receive(void *instance, moya_context *context);       /* learn.c */

/* ── A call (permit.c) ── */

typedef enum stage {
  LEASE,      /* needs a lease */
  STEP,       /* needs a permission */
  TURN,       /* has a permission, and its time has come */
  LOCAL_TURN, /* as TURN, but without the store */
  LOOK        /* asks whether there is a pause */
} stage;

struct call {
  limit *limit;
  bucket *bucket;
  moya_context *context; /* the context of `prepare` */
  stage stage;
  bool is_deferred;
  uint32_t tries;      /* how often the call has asked for a lease */
  atomic_uint holders; /* the slot, and the timer or the store for which the call waits */
  /* The mutex of the instance protects these members. */
  bool is_over, has_lease, has_local_lease;
  uint32_t place; /* the number of the lease in the store (store.h) */
  uint64_t fence; /* the fence number of the lease (store.h) */
  call *next; /* the next call in the list `held` */
};

void call_release(call *);

#endif
