/* Lets calls wait for a token. When the renewal ends, stores the new token and lets these calls continue. */
#include "token.h"

#include <stdlib.h>
#include <unistd.h>

/* Returns true if the clock was set back, so that it is not known how old the token is. Another thread may have stored a
 * new token since the caller read the clock, so a short time does not count. In a forked child, this function returns
 * false, because the child cannot renew the token. The caller must hold the lock. */
static bool has_unknown_age(const token *it, int64_t now_us) {
  enum { SHORT_US = 1000000 };
  return it->got_us - now_us > SHORT_US && it->renew_us != INT64_MAX && getpid() == it->process;
}

/* Returns whether calls can use the token now. The caller must hold the lock. */
static bool is_usable(const token *it, int64_t now_us) {
  return it->held && !it->is_refused && now_us < it->renew_us && !has_unknown_age(it, now_us);
}

held *token_usable(token *it) {
  int64_t now = it->tasks->date_us();
  guarded_lock(&it->lock);
  held *found = is_usable(it, now) ? held_hold(it->held) : NULL;
  guarded_unlock(&it->lock);
  return found;
}

/* Fails a call, or lets it continue with a token. */
static void resume(token *it, moya_context *context, const held *found, const fresh *result) {
  moya_status status = found ? token_put(it, context, found) : result->status;
  if (!found && status != MOYA_OK) it->host->fail(context, result->reason);
  it->host->resume(context, status);
}

/* Runs when the time of a call is nearly over, or when the call has ended. If the call still waits, lets it fail. */
static void stop_waiting(void *instance, moya_context *context, void *user, moya_status status) {
  token *it = instance;
  waiter *own = user;
  (void)context;
  guarded_lock(&it->lock);
  bool waits = waiters_remove(&it->waiting, own);
  guarded_unlock(&it->lock);
  if (waits && status == MOYA_OK) {
    bytes reason = {0};
    bytes_add_texts(&reason, "there is no token yet: the time of the call is nearly over, and the token endpoint ",
                    bytes_text(&it->settings.token_place), it->store ? ", or another process that asks it," : "",
                    " has not responded", NULL);
    resume(it, own->context, NULL, &(fresh){.status = MOYA_ERROR_TIMEOUT_TOTAL, .reason = bytes_text(&reason)});
    bytes_free(&reason);
  } else if (waits) {
    it->host->resume(own->context, MOYA_ERROR_CANCELLED);
  }
  if (waits) waiter_release(own);
  waiter_release(own);
}

/* Returns a little less than the time that the call has left, so that the call fails with a reason and not with its
 * timeout. */
static int64_t patience_ms(int64_t left_ms) {
  int64_t rest = left_ms / 4;
  return left_ms - (rest > 1000 ? 1000 : rest < 1 ? 1 : rest);
}

/* Answers `prepare` in a forked child, which cannot send a request of its parent's instance. The call gets the token
 * that the parent had or that another process has stored. If there is none, the call fails. */
static moya_status wait_in_child(token *it, moya_context *context) {
  if (it->store) lease_look(it);
  held *found = token_usable(it);
  moya_status status = found ? token_put(it, context, found) : MOYA_ERROR_FORKED;
  if (!found) it->host->fail(context, "a forked child cannot renew what its parent has got. Make a provider in the child");
  held_release(found);
  return status;
}

static moya_status use_at_once(token *it, waiter *own, held *found) {
  moya_status status = token_put(it, own->context, found);
  held_release(found);
  waiter_release(own);
  waiter_release(own);
  return status;
}

moya_status token_wait(token *it, moya_context *context) {
  if (getpid() != it->process) return wait_in_child(it, context);
  int64_t left_ms = it->host->time_left_ms(context);
  waiter *own = waiter_new(context);
  if (!own) return MOYA_ERROR_MEMORY;
  moya_status status = it->host->defer(context);
  if (status != MOYA_OK) {
    waiter_release(own);
    return status;
  }
  waiter_hold(own); /* for the timer */
  int64_t now = it->tasks->date_us();
  guarded_lock(&it->lock);
  /* A renewal may have ended since the caller called `token_usable`. */
  held *found = is_usable(it, now) ? held_hold(it->held) : NULL;
  bool begins = !found && !it->is_renewing;
  if (begins) it->is_renewing = true;
  if (!found) waiters_add(&it->waiting, own);
  guarded_unlock(&it->lock);
  if (found) return use_at_once(it, own, found);
  /* If a renewal on another thread has ended in the meantime, the call may have ended too, and `after` refuses to set a
   * timer for it. */
  if (left_ms < 0 || it->tasks->after(context, patience_ms(left_ms), stop_waiting, own, NULL) != MOYA_OK) {
    waiter_release(own);
  }
  if (begins) renewal_begin(it);
  return MOYA_HOOK_PENDING;
}

/* ── The end of a renewal ── */

static int64_t later(int64_t now_us, int64_t in_ms) { return in_ms < 0 ? INT64_MAX : now_us + in_ms * 1000; }

bool token_store(token *it, const fresh *result) {
  held *made = held_new(0, it->settings.scheme.data, result->access_token);
  if (!made) return false;
  made->fence = result->fence;
  made->is_adopted = result->is_adopted;
  int64_t now = it->tasks->date_us();
  guarded_lock(&it->lock);
  made->number = ++it->last_number; /* threads of a forked child store tokens at the same time */
  held *old = it->held;
  it->held = made;
  it->renew_us = later(now, result->renew_in_ms);
  it->end_us = later(now, result->end_in_ms);
  it->vain_renewals = old && it->is_refused && !it->was_accepted ? it->vain_renewals + 1 : 0;
  it->is_refused = it->was_accepted = false;
  it->got_us = now;
  guarded_unlock(&it->lock);
  held_release(old);
  return true;
}

/* Returns the old token if it has not expired yet. Calls may use it until the module tries again to renew it. */
static held *old_token(token *it) {
  enum { PAUSE_US = 5000000 };
  int64_t now = it->tasks->date_us();
  guarded_lock(&it->lock);
  held *found = it->held && !it->is_refused && now < it->end_us ? held_hold(it->held) : NULL;
  if (found) it->renew_us = it->end_us - now > 2 * PAUSE_US ? now + PAUSE_US : now + (it->end_us - now) / 2;
  if (found && now < it->got_us) it->got_us = now;
  guarded_unlock(&it->lock);
  return found;
}

void renewal_end(token *it, const fresh *result) {
  fresh failure = {.status = MOYA_ERROR_MEMORY, .reason = "there is no memory for the token"};
  bool is_stored = result->access_token && token_store(it, result);
  if (result->access_token && !is_stored) result = &failure;
  held *found = NULL;
  if (!is_stored && result->status != MOYA_OK) found = old_token(it);
  if (found) {
    bytes line = {0};
    if (bytes_add_texts(&line, result->reason, ". The old token is used while it is valid", NULL)) {
      it->host->log(it->self, MOYA_LOG_WARNING, line.data);
    }
    bytes_free(&line);
  }
  guarded_lock(&it->lock);
  if (is_stored) found = held_hold(it->held);
  waiter *first = waiters_take(&it->waiting);
  moya_context *closing = it->closing;
  it->closing = NULL;
  it->is_renewing = false;
  guarded_unlock(&it->lock);
  for (waiter *each = first, *next; each; each = next) {
    next = each->next;
    resume(it, each->context, found, result);
    waiter_release(each);
  }
  held_release(found);
  if (closing) it->host->resume(closing, MOYA_HOOK_OK);
}

void renewal_fail(token *it, moya_status status, const char *reason) {
  renewal_end(it, &(fresh){.status = status, .reason = reason});
}
