/* Lets a call wait until it has its lease and its permission (limit.h). */
#include "limit.h"

#include <stdio.h>
#include <stdlib.h>

enum { FIRST_LEASE_MS = 2, LAST_LEASE_MS = 50 };

/* Takes the next steps of a call. Returns MOYA_HOOK_OK if the call may begin, MOYA_HOOK_PENDING if it must wait, or an
 * error. */
static moya_status proceed(call *it);
/* Handles a result of the store. If this function returns MOYA_HOOK_OK, `proceed` must run next. */
static moya_status apply(call *it, store_result *result);

void call_release(call *it) {
  if (atomic_fetch_sub(&it->holders, 1) > 1) return;
  bucket_release(it->limit, it->bucket);
  free(it);
}

void release_slot(void *instance, void *slot) {
  limit *owner = instance;
  call *it = slot;
  guarded_lock(&owner->use);
  it->is_over = true;
  guarded_unlock(&owner->use);
  lease_give_back(it);
  call_release(it);
}

/* ── Waiting ── */

/* Runs after a timer or a result of the store. Resumes the call with `status`, unless the call must wait again. */
static void go_on(call *it, moya_status status) {
  if (status != MOYA_HOOK_PENDING) it->limit->host->resume(it->context, status);
  call_release(it);
}

static void arrive(void *user, store_result *result) {
  call *it = user;
  moya_status status = apply(it, result);
  if (status == MOYA_HOOK_OK) status = proceed(it);
  go_on(it, status);
}

static void wake(void *instance, moya_context *context, void *user, moya_status status) {
  (void)instance;
  (void)context;
  call *it = user;
  go_on(it, status == MOYA_OK ? proceed(it) : status);
}

static moya_status defer_once(call *it) {
  if (it->is_deferred) return MOYA_OK;
  moya_status status = it->limit->host->defer(it->context);
  it->is_deferred = status == MOYA_OK;
  return status;
}

/* Gives MOYA_ERROR_FORKED a message. The library's timers and threads belong to the process that added the plugin, so
 * its forked children cannot wait. */
static moya_status explain(call *it, moya_status status) {
  if (status == MOYA_ERROR_FORKED)
    it->limit->host->fail(it->context, "this call must wait for its turn, and a forked child cannot wait with a plugin of its parent");
  return status;
}

/* Calls `proceed` after `delay_us`. Returns MOYA_HOOK_PENDING, or an error. */
static moya_status wait_for(call *it, int64_t delay_us) {
  moya_status status = defer_once(it);
  if (status != MOYA_OK) return status;
  atomic_fetch_add(&it->holders, 1);
  status = it->limit->tasks->after(it->context, (delay_us + 999) / 1000, wake, it, NULL);
  if (status == MOYA_OK) return MOYA_HOOK_PENDING;
  call_release(it);
  return explain(it, status);
}

/* Sends a request to the store. If this function returns MOYA_HOOK_OK, `result` has the store's result. If it returns
 * MOYA_HOOK_PENDING, `arrive` receives the result later. */
static moya_status ask(call *it, const store_request *request, store_result *result) {
  if (store_try(it->limit->store, request, result)) return MOYA_HOOK_OK;
  moya_status status = defer_once(it);
  if (status != MOYA_OK) return status;
  atomic_fetch_add(&it->holders, 1);
  status = store_send(it->limit->store, request, arrive, it);
  if (status == MOYA_OK) return MOYA_HOOK_PENDING;
  call_release(it);
  return explain(it, status);
}

/* ── What a call needs next ── */

static int64_t most_wait_us(const call *it) {
  int64_t left_ms = it->limit->host->time_left_ms(it->context);
  return left_ms < 0 ? 0 : left_ms * 1000 + 1;
}

static moya_status is_late(const call *it) {
  it->limit->host->fail(it->context, "the turn of this call would come after its timeout");
  return MOYA_ERROR_TIMEOUT_TOTAL;
}

/* Returns the rest of the server's pause, as far as this process knows it. If there is no pause, the result is not
 * above 0. `is_fresh` becomes true if this knowledge is so new that the call need not ask the store. */
static int64_t pause_us(call *it, bool *is_fresh) {
  int64_t now_us = (int64_t)it->limit->tasks->now_us();
  guarded_lock(&it->limit->use);
  int64_t left_us = it->bucket->paused_us - now_us;
  *is_fresh = it->limit->is_alone || it->limit->is_local || now_us - it->bucket->asked_us < FRESH_US;
  guarded_unlock(&it->limit->use);
  return left_us;
}

/* Writes to `out` what the call must ask the store next. Returns false if the call need not ask anything more. */
static bool needs(call *it, store_request *out) {
  const limit *limit = it->limit;
  bool is_fresh;
  if (it->stage == TURN || it->stage == LOCAL_TURN) {
    int64_t left_us = pause_us(it, &is_fresh);
    if (left_us > 0) it->stage = STEP; /* a pause has begun while the call waited */
    else if (is_fresh || it->stage == LOCAL_TURN) return false;
    else it->stage = LOOK;
  }
  if (it->stage == STEP && limit->rate <= 0 && !limit->learns) return false;
  if (it->stage == LEASE) {
    *out = (store_request){.kind = STORE_ADD, .key = it->bucket->key, .owner = limit->owner, .lifetime_ms = limit->lease_ms,
                           .places = limit->concurrency};
    return true;
  }
  *out = (store_request){.kind = STORE_STEP, .key = it->bucket->key, .owner = limit->owner, .rule = limit->rule,
                         .takes = it->stage == STEP && limit->rate > 0, .most_wait_us = most_wait_us(it)};
  return true;
}

static moya_status proceed(call *it) {
  store_request request;
  store_result result;
  while (needs(it, &request)) {
    moya_status status = ask(it, &request, &result);
    if (status == MOYA_HOOK_OK) status = apply(it, &result);
    if (status != MOYA_HOOK_OK) return status;
  }
  return MOYA_HOOK_OK;
}

/* ── What the store has said ── */

/* Lets the call wait `wait_us`, or longer if the known pause of the server ends later. `next` is the stage in which the
 * call then continues. */
static moya_status turn(call *it, int64_t wait_us, stage next) {
  bool is_fresh;
  int64_t most_us = most_wait_us(it), left_us = pause_us(it, &is_fresh);
  if (left_us > wait_us) wait_us = left_us;
  if (most_us > 0 && wait_us > most_us) return is_late(it);
  it->stage = next;
  return wait_us > 0 ? wait_for(it, wait_us) : MOYA_HOOK_OK;
}

static moya_status wait_for_lease(call *it, int64_t left_ms) {
  int64_t delay_ms = FIRST_LEASE_MS << (it->tries < 5 ? it->tries : 5);
  it->tries++;
  if (delay_ms > LAST_LEASE_MS) delay_ms = LAST_LEASE_MS;
  if (left_ms > 0 && left_ms < delay_ms) delay_ms = left_ms;
  int64_t most_us = most_wait_us(it);
  if (most_us > 0 && delay_ms * 1000 > most_us) return is_late(it);
  return wait_for(it, delay_ms * 1000);
}

static moya_status apply_lease(call *it, const store_result *result) {
  if (result->status == STORE_TAKEN) return wait_for_lease(it, result->left_ms);
  it->stage = STEP;
  return lease_note(it, result) ? MOYA_HOOK_OK : MOYA_ERROR_CANCELLED;
}

static void note_pause(call *it, const store_result *result) {
  limit *limit = it->limit;
  int64_t now_us = (int64_t)limit->tasks->now_us(), left_us = result->paused_us - result->now_us;
  guarded_lock(&limit->use);
  it->bucket->asked_us = now_us;
  if (result->peers > 0) it->bucket->peers = result->peers;
  if (left_us > 0 && now_us + left_us > it->bucket->paused_us) it->bucket->paused_us = now_us + left_us;
  guarded_unlock(&limit->use);
}

static void log_permission(call *it, int64_t at_us) {
  const limit *limit = it->limit;
  char line[STORE_MOST_KEY + 80];
  if (!limit->host->log_enabled(it->context, MOYA_LOG_DEBUG)) return;
  snprintf(line, sizeof line, "%s permits a call at %lld us", it->bucket->key, (long long)at_us);
  limit->host->log(it->context, MOYA_LOG_DEBUG, line);
}

static moya_status apply_step(call *it, const store_result *result) {
  limit *limit = it->limit;
  int64_t wait_us = result->at_us - result->now_us, most_us = most_wait_us(it);
  bool was_look = it->stage == LOOK;
  note_pause(it, result);
  if (was_look) return it->stage = TURN, MOYA_HOOK_OK;
  if (limit->rate <= 0) return turn(it, result->paused_us - result->now_us, TURN);
  if (most_us > 0 && wait_us > most_us) return is_late(it); /* the permission was not taken */
  log_permission(it, result->at_us);
  return turn(it, wait_us, TURN);
}

/* Takes the next step after the store has failed: continues without the store, or returns an error. */
static moya_status apply_failure(call *it, const store_result *result) {
  if (result->status == STORE_ENDED) return MOYA_ERROR_CANCELLED;
  if (!local_begin(it, result)) return MOYA_ERROR_OTHER;
  if (it->stage == LEASE) {
    if (!local_lease(it)) return wait_for_lease(it, 0);
    it->stage = STEP;
  }
  if (it->stage == LOOK) return it->stage = LOCAL_TURN, MOYA_HOOK_OK;
  return turn(it, local_step(it, most_wait_us(it)), LOCAL_TURN);
}

static moya_status apply(call *it, store_result *result) {
  moya_status status;
  bool fails = result->status != STORE_DONE && result->status != STORE_TAKEN;
  if (fails) status = apply_failure(it, result);
  else local_end(it->limit), status = it->stage == LEASE ? apply_lease(it, result) : apply_step(it, result);
  bytes_free(&result->value);
  return status;
}

/* ── The hook ── */

/* Lets a call use the limit of its present attempt. An earlier plugin can send a later attempt to another origin. */
static void use_bucket(call *it, bucket *now) {
  bucket *old = it->bucket;
  if (old != now) lease_give_back(it);
  it->bucket = now;
  bucket_release(it->limit, old);
}

/* Returns the state of a call, and makes it if this is the first attempt. Returns NULL if the call has no limit, or if
 * there is no memory. */
static call *call_for(limit *limit, moya_context *context) {
  limited what;
  if (!limited_of(limit, context, &what)) return NULL;
  call *it = limit->host->slot(context);
  bucket *bucket = bucket_for(limit, &what);
  if (!bucket) return it;
  if (it) {
    use_bucket(it, bucket);
    return it;
  }
  it = calloc(1, sizeof *it);
  if (it) {
    it->limit = limit;
    it->bucket = bucket;
    atomic_init(&it->holders, 1);
    if (limit->host->set_slot(context, it) == MOYA_OK) return it;
  }
  bucket_release(limit, bucket);
  free(it);
  return NULL;
}

moya_status prepare(void *instance, moya_context *context) {
  limit *limit = instance;
  call *it = call_for(limit, context);
  if (!it) return MOYA_HOOK_OK;
  it->context = context;
  it->is_deferred = false;
  it->tries = 0;
  it->stage = limit->concurrency > 0 && !it->has_lease ? LEASE : STEP;
  return proceed(it);
}
