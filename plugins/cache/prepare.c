/* Looks for a stored response to a request, and answers the request or lets it be sent. */
#include "cache.h"

/* Stores `made` in the slot for the later hooks of the call. Releases the value that an earlier attempt has stored
 * there. */
static void set_slot(cache *it, moya_context *context, call *made) {
  call *old = it->host->slot(context);
  if (!made) return;
  if (it->host->set_slot(context, made) == MOYA_OK) call_release(old);
  else call_release(made);
}

static moya_status refuse(const cache *it, moya_context *context) {
  moya_status status = it->host->response_set_status(context, 504);
  if (status == MOYA_OK) status = it->host->response_set_body(context, "", 0);
  return status == MOYA_OK ? MOYA_HOOK_ANSWERED : status;
}

/* Lets the request be sent. The later hooks of the call find `made` in the slot. If `made` is NULL, the call continues
 * without the cache. */
static void let_send(cache *it, moya_context *context, call *made, verdict verdict) {
  if (made && verdict == VALIDATE) {
    add_validators(it, context, made->found);
    made->is_conditional = true;
  }
  set_slot(it, context, made);
}

/* Answers the call, for USE, REFRESH or REFUSE. The later hooks of the call have nothing to do, because it sends
 * nothing. */
static moya_status answer(cache *it, moya_context *context, const request *request, stored *found, verdict verdict) {
  if (verdict == REFUSE) return refuse(it, context);
  moya_status status = show(it, context, found, request);
  if (status == MOYA_HOOK_ANSWERED && verdict == REFRESH) refresh(it, context, request, found);
  return status;
}

static bool is_answer(verdict verdict) { return verdict == USE || verdict == REFRESH || verdict == REFUSE; }

/* Finds a response in the file, and puts it into memory, too. */
static stored *find_in_file(cache *it, const call *call) {
  stored *found = writer_find(it->writer, &call->request);
  if (found && was_removed(&it->removals, call->request.url, call->removals)) {
    stored_release(found);
    return NULL;
  }
  if (found) it->memory->put(it->memory, found);
  /* Asks again, because another thread may have removed the URL after the first `was_removed` and before `put`. */
  if (found && was_removed(&it->removals, call->request.url, call->removals)) {
    it->memory->remove(it->memory, call->request.url, it->tasks->date_us());
    stored_release(found);
    return NULL;
  }
  return found;
}

/* Looks for a response in the file, and continues the call. Runs as work of the plugin (tasks.h), which may block. */
static void look_into_file(void *instance, moya_context *owner, void *user, moya_status status) {
  cache *it = instance;
  call *made = user;
  moya_context *context = made->context;
  (void)owner;
  stored *found = status == MOYA_OK ? find_in_file(it, made) : NULL;
  verdict verdict = decide(found, &made->request, &it->rules, it->tasks->date_us());
  moya_status result = MOYA_HOOK_OK;
  if (is_answer(verdict)) result = answer(it, context, &made->request, found, verdict);
  if (is_answer(verdict) || (made->request.is_head && !found)) {
    call_release(made);
  } else {
    made->found = found ? stored_hold(found) : NULL;
    let_send(it, context, made, verdict);
  }
  stored_release(found);
  it->host->resume(context, result);
}

/* Lets the call wait while the file is searched for a response. Returns false if this is not possible, for example in a
 * forked child. */
static bool waits_for_file(cache *it, moya_context *context, const request *request) {
  call *made = call_new(it, request, NULL);
  if (!made) return false;
  made->context = context;
  if (it->host->defer(context) == MOYA_OK && it->tasks->work(context, look_into_file, made, NULL) == MOYA_OK)
    return true;
  call_release(made);
  return false;
}

static moya_status prepare_safe(cache *it, moya_context *context, const request *request) {
  call *earlier = it->host->slot(context);
  if (earlier && earlier->uses_stale) return show(it, context, earlier->found, request);
  bool looks_up = may_look_up(request) && !(earlier && earlier->must_repeat);
  stored *found = looks_up ? it->memory->find(it->memory, request) : NULL;
  if (looks_up && !found && it->writer && waits_for_file(it, context, request)) return MOYA_HOOK_PENDING;
  verdict verdict = decide(found, request, &it->rules, it->tasks->date_us());
  moya_status status = MOYA_HOOK_OK;
  if (is_answer(verdict)) status = answer(it, context, request, found, verdict);
  else if (!request->is_head || found) let_send(it, context, call_new(it, request, found), verdict);
  stored_release(found);
  return status;
}

moya_status prepare(void *instance, moya_context *context) {
  cache *it = instance;
  char room[4096];
  field all[MOST_FIELDS];
  slice method = text_of(it->host->request_method(context));
  fields fields = {NULL, 0};
  bool is_safe = is_equal(method, SLICE("GET")) || is_equal(method, SLICE("HEAD"));
  if (!is_safe && !is_unsafe(method)) return MOYA_HOOK_OK;
  /* The body of a GET has no meaning (RFC 9110 §9.3.1), but some servers give it one. So the cache ignores such a GET. */
  if (is_safe && it->host->request_body_kind(context) != MOYA_BODY_NONE) return MOYA_HOOK_OK;
  if (is_safe && it->host->response_body_kind(context) == MOYA_BODY_FILE) return MOYA_HOOK_OK;
  if (is_safe && !read_request(it, context, all, &fields)) return MOYA_HOOK_OK;
  if (is_safe && names_other_host(text_of(it->host->request_url(context)), fields)) return MOYA_HOOK_OK;
  /* Such a response may come from a server that other calls would not trust. */
  if (is_safe && it->host->target_has_overrides(context)) return MOYA_HOOK_OK;
  request request = request_of(method, text_of(it->host->request_url(context)), fields, room, sizeof room);
  if (!request.url.at) return MOYA_HOOK_OK;
  request.is_as_sent = it->host->target_is_as_sent(context) == 1;
  if (is_safe) return prepare_safe(it, context, &request);
  call *made = call_new(it, &request, NULL);
  if (made) made->is_unsafe = true;
  set_slot(it, context, made);
  return MOYA_HOOK_OK;
}
