/* Delays calls, lets them fail, and cuts their bodies, so that a program can be tested. README.md describes it. */
#include "../common/other_origin.h"
#include "instance.h"
#include "match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The slot value of a call: what the module does to the present attempt. */
typedef struct doom {
  uint64_t attempt;
  harm harm;
  bool is_early; /* HARM_FAIL: the attempt fails before the request is sent */
  size_t left;   /* bytes until the cut */
  bool is_cut;
} doom;

/* ── Messages ── */

static moya_status fail(chaos *it, moya_context *context, moya_status status, const char *what, uint64_t attempt) {
  char line[200];
  snprintf(line, sizeof line, "the module chaos %s on purpose (seed %lld, attempt %llu)", what,
           (long long)it->chances.seed, (unsigned long long)attempt);
  it->host->fail(context, line);
  return status;
}

static void say(chaos *it, moya_context *context, const plan *plan, uint64_t attempt) {
  static const char *const harms[] = {"goes on", "fails", "is answered", "is cut"};
  char line[200], wait[64] = "";
  if ((!plan->waits && plan->harm == HARM_NONE) || !it->host->log_enabled(context, MOYA_LOG_INFO)) return;
  if (plan->waits) snprintf(wait, sizeof wait, "waits %llu ms and ", (unsigned long long)plan->delay_ms);
  snprintf(line, sizeof line, "attempt %llu %s%s", (unsigned long long)attempt, wait, harms[plan->harm]);
  it->host->log(context, MOYA_LOG_INFO, line);
}

/* ── Before the request is sent ── */

static bool has_origin(const chaos *it, moya_str url) {
  origin found;
  return !is_other_origin(url.data, url.len, it->origin) && origin_find((slice){url.data, url.len}, &found) &&
         is_same_origin(&found, &it->only);
}

static bool is_target(const chaos *it, moya_context *context) {
  const moya_host *host = it->host;
  if (*it->tag && !host->target_has_tag(context, it->tag)) return false;
  if (!*it->origin && !*it->path) return true;
  moya_str url = host->request_url(context);
  if (!url.data) return false;
  if (*it->origin && !has_origin(it, url)) return false;
  size_t len;
  const char *path = path_of(url.data, &len);
  return !*it->path || match_pattern(it->path, path, len);
}

/* Stores in the slot of the call what the later hooks must do to the attempt: let it fail, answer it, or cut its
 * body. */
static moya_status doom_attempt(chaos *it, moya_context *context, harm harm, uint64_t attempt) {
  doom *own = it->host->slot(context);
  if (!own) {
    own = malloc(sizeof *own);
    if (!own) return MOYA_ERROR_MEMORY;
    moya_status status = it->host->set_slot(context, own);
    if (status != MOYA_OK) {
      free(own);
      return status;
    }
    atomic_fetch_add(&it->doom_count, 1);
  }
  /* In a download to a file, the hooks for bodies do not run. So the attempt must fail before the request is sent. */
  bool is_early = !it->is_sent || it->host->response_body_kind(context) == MOYA_BODY_FILE;
  *own = (doom){.attempt = attempt, .harm = harm, .is_early = is_early, .left = it->cut_bytes};
  return MOYA_OK;
}

static moya_status prepare(void *instance, moya_context *context) {
  chaos *it = instance;
  if (!it->acts) return MOYA_HOOK_OK;
  doom *own = atomic_load(&it->doom_count) > 0 ? it->host->slot(context) : NULL;
  if (own) own->harm = HARM_NONE; /* forgets the harm of the previous attempt */
  if (!is_target(it, context)) return MOYA_HOOK_OK;
  uint64_t attempt = atomic_fetch_add(&it->attempt_count, 1) + 1;
  plan plan = plan_of(&it->chances, attempt);
  say(it, context, &plan, attempt);
  moya_status status = plan.harm == HARM_NONE ? MOYA_OK : doom_attempt(it, context, plan.harm, attempt);
  if (status != MOYA_OK || !plan.waits) return status;
  status = it->host->defer(context);
  if (status == MOYA_OK) status = it->tasks->after(context, (int64_t)plan.delay_ms, NULL, NULL, NULL);
  return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
}

/* Runs when the delay is over. Lets the attempt fail if it must fail before the request is sent. */
static moya_status sign(void *instance, moya_context *context) {
  chaos *it = instance;
  const doom *own = it->host->slot(context);
  if (!own || own->harm != HARM_FAIL || !own->is_early) return MOYA_HOOK_OK;
  return fail(it, context, it->error, "made this failure", own->attempt);
}

/* ── When the response arrives ── */

/* Replaces the response of a server or a stub. Removes the fields that describe the old body. */
static moya_status answer(chaos *it, moya_context *context, uint64_t attempt) {
  static const char *const gone[] = {"Content-Encoding", "Content-Range", "ETag",
                                     "Expires",          "Last-Modified", "Retry-After"};
  const moya_host *host = it->host;
  char body[200];
  int len = snprintf(body, sizeof body, "the module chaos made this response on purpose (seed %lld, attempt %llu)\n",
                     (long long)it->chances.seed, (unsigned long long)attempt);
  moya_status status = host->response_set_status(context, it->answer_status);
  for (size_t i = 0; status == MOYA_OK && i < sizeof gone / sizeof *gone; i++) {
    status = host->response_set_header(context, gone[i], NULL);
  }
  if (status == MOYA_OK) status = host->response_set_header(context, "Cache-Control", "no-store");
  if (status == MOYA_OK) status = host->response_set_header(context, "Content-Type", "text/plain");
  if (status == MOYA_OK) status = host->response_set_body(context, body, (size_t)len);
  return status == MOYA_OK ? MOYA_HOOK_ANSWERED : status;
}

static moya_status head(void *instance, moya_context *context) {
  chaos *it = instance;
  const doom *own = it->host->slot(context);
  if (!own || own->harm == HARM_NONE) return MOYA_BODY_SKIP;
  if (own->harm == HARM_FAIL) return fail(it, context, it->error, "lost this response", own->attempt);
  return own->harm == HARM_ANSWER ? answer(it, context, own->attempt) : MOYA_HOOK_OK;
}

static moya_status cut(chaos *it, moya_context *context, const doom *own) {
  return fail(it, context, MOYA_ERROR_INCOMPLETE_BODY, "cut this body", own->attempt);
}

/* Passes on the body up to the place at which the module cuts it off. A shorter body is not changed. */
static moya_status chunk(void *instance, moya_context *context, const void *data, size_t len) {
  chaos *it = instance;
  doom *own = it->host->slot(context);
  if (!own || own->harm != HARM_CUT) return it->body->pass(context, data, len);
  if (own->is_cut || (own->left == 0 && len > 0)) return cut(it, context, own);
  size_t count = len < own->left ? len : own->left;
  own->left -= count;
  own->is_cut = count < len; /* if true, the next hook of the body fails the attempt */
  return it->body->pass(context, data, count);
}

static moya_status end(void *instance, moya_context *context) {
  chaos *it = instance;
  const doom *own = it->host->slot(context);
  return own && own->harm == HARM_CUT && own->is_cut ? cut(it, context, own) : MOYA_HOOK_OK;
}

static void release_slot(void *instance, void *slot) {
  chaos *it = instance;
  atomic_fetch_sub(&it->doom_count, 1);
  free(slot);
}

static const void *get_extension(const char *name) {
  static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk, .end = end};
  return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL;
}

/* ── The table ── */

#define NUMBER(NAME, ABOUT) {.name = NAME, .about = ABOUT, .kind = MOYA_OPTION_NUMBER}
#define TEXT(NAME, ABOUT) {.name = NAME, .about = ABOUT, .kind = MOYA_OPTION_TEXT}
#define INT(NAME, PRESET, LEAST, MOST, ABOUT) \
  {.name = NAME, .about = ABOUT, .kind = MOYA_OPTION_INT, .preset = PRESET, .least = LEAST, .most = MOST}

static const moya_option options[] = {
    INT("seed", "1", 0, INT64_MAX, "The same seed makes the same decisions."),
    TEXT("origin", "Only calls to this origin, for example https://api.example.com. Empty: all."),
    TEXT("path", "Only calls whose path has this pattern, for example /users/*. Empty: all."),
    TEXT("tag", "Only calls of targets with this tag. Empty: all."),
    NUMBER("delay", "The probability of a delay, from 0 to 1."),
    INT("delay_ms", "100", 0, 86400000, "The milliseconds of a delay."),
    INT("delay_most_ms", "0", 0, 86400000, "The longest delay. 0: all delays have delay_ms."),
    NUMBER("fail", "The probability of a failure, from 0 to 1."),
    {.name = "error", .about = "How attempts fail. network: after the request was sent. The others: before.",
     .kind = MOYA_OPTION_TEXT, .preset = "\"connect\"", .choices = "connect|resolve|tls|timeout_connect|network"},
    NUMBER("answer", "The probability of another response, from 0 to 1."),
    INT("answer_status", "503", 200, 599, "The status of another response."),
    NUMBER("cut", "The probability that a body breaks off, from 0 to 1."),
    INT("cut_bytes", "0", 0, INT64_MAX, "How many bytes come before the cut."),
    {.name = NULL},
};

static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .flags = MOYA_PLUGIN_WAITS | MOYA_PLUGIN_NEEDS_SLOT,
    .id = "moya.chaos",
    .version = "1.0.0",
    .about = "Delays calls, lets them fail and cuts their bodies, to test a program.",
    .license = "MIT",
    .options = options,
    .create = chaos_create,
    .destroy = free,
    .prepare = prepare,
    .sign = sign,
    .release_slot = release_slot,
    .get_extension = get_extension,
};

MOYA_MODULE(&plugin)
