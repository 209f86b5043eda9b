/* The hooks of a call. The slot stores two numbers: the number of the token that the call has, and how often the call
 * has replaced a refused token. */
#include "token.h"

#include "challenge.h"

enum { REPLACED = 3 }; /* the bits of the slot that count how often the call has replaced a refused token */

static uintptr_t number_in(uintptr_t slot) { return slot >> 2; }
static uintptr_t replaced_in(uintptr_t slot) { return slot & REPLACED; }

moya_status token_put(token *it, moya_context *context, const held *from) {
  uintptr_t slot = (uintptr_t)it->host->slot(context);
  moya_status status = it->host->request_set_header(context, it->settings.header.data, from->value);
  if (status != MOYA_OK) return status;
  return it->host->set_slot(context, (void *)(from->number << 2 | replaced_in(slot)));
}

moya_status token_prepare(void *instance, moya_context *context) {
  token *it = instance;
  if (!settings_allow(&it->settings, it->host->request_url(context))) return MOYA_HOOK_OK;
  held *now = token_usable(it);
  if (!now) return token_wait(it, context);
  moya_status status = token_put(it, context, now);
  held_release(now);
  return status;
}

/* Removes the token if the request now goes to an origin that must not receive it. Another plugin may have changed the
 * URL after the call got its token, in this attempt or in an earlier one. */
moya_status token_sign(void *instance, moya_context *context) {
  token *it = instance;
  uintptr_t slot = (uintptr_t)it->host->slot(context);
  if (number_in(slot) == 0) return MOYA_HOOK_OK;
  if (settings_allow(&it->settings, it->host->request_url(context))) return MOYA_HOOK_OK;
  it->host->set_slot(context, (void *)replaced_in(slot));
  it->host->log(context, MOYA_LOG_WARNING, "another plugin has changed the origin of a call, so the call has no token");
  return it->host->request_set_header(context, it->settings.header.data, NULL);
}

/* Returns true if a redirect led the request to another origin. The library sends no token to that origin, so its
 * response says nothing about the token. */
static bool is_redirected(token *it, moya_context *context) {
  origin sent, received;
  moya_str url = it->host->request_url(context), last = it->host->response_url(context);
  return last.len > 0 && origin_of(url.data, url.len, &sent) &&
         !(origin_of(last.data, last.len, &received) && origin_equal(&sent, &received));
}

/* Returns whether the call should be sent again with another token. A call gets one new token, or two if the first new
 * token came from another process. If a server refuses each new token, the module asks the token endpoint again only
 * after a pause. */
static bool note_refused(token *it, uintptr_t number, uintptr_t replaced) {
  enum { PAUSE_US = 10000000 };
  int64_t now = it->tasks->date_us();
  guarded_lock(&it->lock);
  bool is_present = it->held && it->held->number == number;
  /* If the time of the token is far in the future, the clock was set back. */
  bool is_pause_over = now - it->got_us > PAUSE_US || it->got_us - now > PAUSE_US;
  bool can_help = !is_present || it->was_accepted || it->vain_renewals == 0 || is_pause_over;
  if (replaced > 0 && is_present && !it->held->is_adopted) can_help = false;
  if (is_present && can_help) it->is_refused = true;
  guarded_unlock(&it->lock);
  return can_help;
}

static void note_accepted(token *it, uintptr_t number) {
  guarded_lock(&it->lock);
  if (it->held && it->held->number == number) it->was_accepted = true;
  guarded_unlock(&it->lock);
}

int64_t token_should_retry(void *instance, moya_context *context) {
  token *it = instance;
  uintptr_t slot = (uintptr_t)it->host->slot(context), number = number_in(slot);
  if (number == 0) return MOYA_RETRY_NONE;
  int32_t status = it->host->http_status(context);
  bool is_refused = settings_refuse(&it->settings, status);
  if (!is_refused && status >= 200 && status <= 499) note_accepted(it, number);
  if (!is_refused || replaced_in(slot) > 1 || is_redirected(it, context)) return MOYA_RETRY_NONE;
  moya_str challenge = it->host->response_header(context, "WWW-Authenticate");
  if (!challenge_wants_new_token(challenge.data, challenge.len) || !note_refused(it, number, replaced_in(slot))) {
    return MOYA_RETRY_NONE;
  }
  return it->host->set_slot(context, (void *)(slot + 1)) == MOYA_OK ? 0 : MOYA_RETRY_NONE;
}

/* There is nothing to release, because a slot is a number and not memory. */
void token_release_slot(void *instance, void *slot) { (void)instance, (void)slot; }
