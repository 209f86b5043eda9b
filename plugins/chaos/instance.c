#include "instance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  moya_status status;
  bool is_sent;
} errors[] = {
    {"connect", MOYA_ERROR_CONNECT, false},
    {"resolve", MOYA_ERROR_RESOLVE, false},
    {"tls", MOYA_ERROR_TLS, false},
    {"timeout_connect", MOYA_ERROR_TIMEOUT_CONNECT, false},
    {"network", MOYA_ERROR_NETWORK, true},
};

static void read_error(chaos *it) {
  const char *name = it->host->option_text(it->self, "error").data;
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
    if (strcmp(errors[i].name, name) != 0) continue;
    it->error = errors[i].status;
    it->error_name = errors[i].name;
    it->is_sent = errors[i].is_sent;
  }
}

/* Reads an option whose value is a probability. Returns false if the value is not from 0 to 1. */
static bool read_probability(chaos *it, const char *name, double *probability) {
  char line[100];
  *probability = it->host->option_number(it->self, name);
  if (*probability >= 0 && *probability <= 1) return true;
  snprintf(line, sizeof line, "%s is not a probability from 0 to 1", name);
  it->host->fail(it->self, line);
  return false;
}

static bool read_delay(chaos *it) {
  it->chances.least_ms = (uint64_t)it->host->option_int(it->self, "delay_ms");
  it->chances.most_ms = (uint64_t)it->host->option_int(it->self, "delay_most_ms");
  if (it->chances.most_ms == 0) it->chances.most_ms = it->chances.least_ms;
  if (it->chances.most_ms >= it->chances.least_ms) return true;
  it->host->fail(it->self, "delay_most_ms is less than delay_ms");
  return false;
}

/* Checks the options that choose calls. With a wrong option, the module would silently do nothing. */
static bool read_choice(chaos *it) {
  char line[300];
  if (*it->origin && !origin_read(slice_of(it->origin), &it->only)) {
    snprintf(line, sizeof line, "origin \"%.150s\" is not an origin. An origin is a scheme and a host, for example https://api.example.com", it->origin);
    it->host->fail(it->self, line);
    return false;
  }
  if (!*it->path || *it->path == '/' || *it->path == '*') return true;
  snprintf(line, sizeof line, "path \"%.150s\" begins neither with / nor with *, so no path has this pattern", it->path);
  it->host->fail(it->self, line);
  return false;
}

/* Writes a warning to the log, so that people know why calls fail. */
static void warn(const chaos *it) {
  char line[300];
  const chances *of = &it->chances;
  snprintf(line, sizeof line,
           "the module chaos harms calls of this provider on purpose: of 10000 attempts it delays %.0f, lets %.0f fail, "
           "answers %.0f and cuts %.0f (seed %lld)",
           of->delay * 10000, of->fail * 10000, of->answer * 10000, of->cut * 10000, (long long)of->seed);
  it->host->log(it->self, MOYA_LOG_WARNING, line);
}

moya_status chaos_create(const moya_host *host, moya_context *self, void **instance) {
  const moya_tasks *tasks = host->get_extension(MOYA_TASKS);
  const moya_body *body = host->get_extension(MOYA_BODY);
  chaos *it = tasks && body ? calloc(1, sizeof *it) : NULL;
  if (!it) return tasks && body ? MOYA_ERROR_MEMORY : MOYA_ERROR_PLUGIN_ABI;
  it->host = host;
  it->tasks = tasks;
  it->body = body;
  it->self = self;
  it->origin = host->option_text(self, "origin").data;
  it->path = host->option_text(self, "path").data;
  it->tag = host->option_text(self, "tag").data;
  it->chances.seed = (uint64_t)host->option_int(self, "seed");
  it->answer_status = (int32_t)host->option_int(self, "answer_status");
  it->cut_bytes = (size_t)host->option_int(self, "cut_bytes");
  read_error(it);
  chances *of = &it->chances;
  bool is_good = read_probability(it, "delay", &of->delay) && read_probability(it, "fail", &of->fail) &&
                 read_probability(it, "answer", &of->answer) && read_probability(it, "cut", &of->cut) &&
                 read_delay(it) && read_choice(it);
  it->acts = of->delay > 0 || of->fail > 0 || of->answer > 0 || of->cut > 0;
  if (is_good) {
    if (it->acts) warn(it);
    *instance = it;
    return MOYA_OK;
  }
  free(it);
  return MOYA_ERROR_ARGUMENT;
}
