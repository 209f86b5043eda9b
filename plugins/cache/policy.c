#include "policy.h"

#include "range.h"

static bool is_validatable(fields head) {
  return has_field(head, SLICE("ETag")) || has_field(head, SLICE("Last-Modified"));
}

/* Returns true if the server must be asked before the stored response is used, even if the response is fresh. */
static bool must_ask(const stored *found, const request *request, int64_t age, int64_t rest) {
  const control *control = &request->control;
  if ((found->life.flags | control->flags) & NO_CACHE) return true;
  if (control->min_fresh >= 0 && control->min_fresh > rest) return true;
  if (control->max_age < 0 || (age <= control->max_age && control->max_age > 0)) return false;
  return !(control->max_age == 0 && rest > 0 && found->life.flags & IMMUTABLE); /* max-age=0: a reload (RFC 8246 §2) */
}

bool may_look_up(const request *request) {
  return request->url.at && !request->is_conditional && !(request->control.flags & NO_STORE);
}

/* Returns true if the request in the background takes too long. The caller then no longer uses the stale response. Such
 * a request can take long in a program that makes only blocking calls. The event loop runs only during these calls, so
 * the request makes no progress between them. */
static bool is_overdue(const stored *found, int64_t now_us) {
  int64_t began_us = atomic_load(&found->refreshing_us);
  return began_us != 0 && now_us - began_us > MOST_REFRESH_US;
}

/* Decides whether a stored response is used. Does not look at only-if-cached, which `decide` handles. */
static verdict decide_about(const stored *found, const request *request, const rules *rules, int64_t now_us) {
  int64_t age = age_of(&found->life, found->received_us, now_us), rest = found->life.fresh - age;
  verdict asking = is_validatable(found->head) && !request->is_head ? VALIDATE : ASK;
  if (must_ask(found, request, age, rest)) return asking;
  if (rest > 0) return USE;
  if (found->life.flags & MUST_REVALIDATE) return asking;
  if (request->control.max_stale >= -rest) return USE;
  /* A request in the background gets a decoded body, so it is of no use for a call that takes the body as it was
   * sent. */
  bool may_refresh = rules->refreshes && !request->is_head && !request->is_as_sent && found->life.while_revalidate > -rest;
  return may_refresh && !is_overdue(found, now_us) ? REFRESH : asking;
}

verdict decide(const stored *found, const request *request, const rules *rules, int64_t now_us) {
  part part;
  verdict verdict = found && may_look_up(request) ? decide_about(found, request, rules, now_us) : ASK;
  if (request->range.at && (verdict == VALIDATE || (verdict != ASK && !part_of(found, request->range, &part))))
    verdict = ASK;
  bool is_sent = verdict == ASK || verdict == VALIDATE;
  return is_sent && request->control.flags & ONLY_IF_CACHED ? REFUSE : verdict;
}

/* Returns true if the cache knows what the status means (RFC 9111 §5.2.2.3). */
static bool is_understood(int status) { return is_cacheable_status(status) || status == 302 || status == 307; }

/* Returns true if the response says that it may be stored, or need not say it (RFC 9111 §3). */
static bool is_allowed(const arrival *arrival, uint32_t flags) {
  return flags & (IS_PUBLIC | IS_PRIVATE) || has_lifetime(arrival->head) || is_cacheable_status(arrival->status);
}

bool may_store(const request *request, const arrival *arrival, const rules *rules) {
  control control = control_of(arrival->head);
  int status = arrival->status;
  if (request->is_head || !request->url.at || request->control.flags & NO_STORE) return false;
  if (status < 200 || status > 599 || status == 206 || status == 304) return false;
  if (status == 412 || status == 416) return false; /* for a condition or a range, which later requests may not have */
  if (control.flags & MUST_UNDERSTAND ? !is_understood(status) : control.flags & NO_STORE) return false;
  if (!is_allowed(arrival, control.flags)) return false;
  life life = life_of(status, arrival->head, arrival->asked_us, arrival->received_us, rules->heuristic_percent);
  bool can_age = !(control.flags & (NO_CACHE | MUST_REVALIDATE));
  bool is_useful = is_validatable(arrival->head) || (life.fresh > life.age && !(control.flags & NO_CACHE));
  return is_useful || (can_age && (life.while_revalidate > 0 || life.if_error > 0 || rules->if_error_seconds > 0));
}

static bool is_other(fields newer, fields older, slice name) {
  slice one = first_value(newer, name), other = first_value(older, name);
  return one.at && other.at && !is_equal(one, other);
}

bool is_outdated(const stored *it, const request *request, const arrival *arrival) {
  if (!request->is_head) return is_cacheable_status(arrival->status) && arrival->status < 500;
  return arrival->status == 200 &&
         (is_other(arrival->head, it->head, SLICE("ETag")) || is_other(arrival->head, it->head, SLICE("Last-Modified")));
}

static int64_t larger(int64_t one, int64_t other) { return one > other ? one : other; }

bool may_use_on_error(const stored *it, const request *request, const rules *rules, int64_t now_us) {
  int64_t limit = larger(it->life.if_error, larger(request->control.stale_if_error, rules->if_error_seconds));
  int64_t age = age_of(&it->life, it->received_us, now_us);
  if ((it->life.flags & (NO_CACHE | MUST_REVALIDATE)) || request->control.flags & NO_CACHE) return false;
  return limit > 0 && age - it->life.fresh < limit;
}

bool is_server_error(int status) { return status == 500 || (status >= 502 && status <= 504); }

bool is_unsafe(slice method) {
  static const slice safe[] = {{"GET", 3}, {"HEAD", 4}, {"OPTIONS", 7}, {"TRACE", 5}, {"QUERY", 5}};
  for (size_t i = 0; i < sizeof safe / sizeof *safe; i++) {
    if (is_equal(method, safe[i])) return false;
  }
  return true;
}

bool invalidates(int status) { return status >= 200 && status < 400; }
