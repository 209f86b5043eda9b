#define _POSIX_C_SOURCE 200809L
#include "output.h"

#include "../common/replace_file.h"
#include "exposition.h"

#include <unistd.h>

/* Writes the file. If that fails, returns false and adds why to `reason`. */
static bool write_file(const metrics *it, bytes *reason) {
  bytes text = {0};
  bool is_good = exposition_write(&it->counts, &text);
  if (!is_good) bytes_add_text(reason, "there is no memory");
  is_good = is_good && replace_file(it->path.data, text.data, text.len, reason);
  bytes_free(&text);
  return is_good;
}

static bool describe(const metrics *it, const bytes *reason, bytes *line) {
  return bytes_add_texts(line, "the file ", it->path.data, " cannot be written: ", bytes_text(reason), NULL);
}

/* Writes the file. After several failures in a row, the log has only one warning. */
static void write_now(metrics *it) {
  bytes reason = {0}, line = {0};
  pthread_mutex_lock(&it->is_written);
  bool is_good = write_file(it, &reason), warns = !is_good && !it->has_warned;
  it->has_warned = !is_good;
  pthread_mutex_unlock(&it->is_written);
  if (warns && describe(it, &reason, &line)) it->host->log(it->self, MOYA_LOG_WARNING, line.data);
  bytes_free(&reason);
  bytes_free(&line);
}

/* Returns whether this process writes a file. A forked child has a copy of the counters, and must not write the file of
 * its parent. */
static bool has_file(const metrics *it) { return it->path.len > 0 && getpid() == it->process; }

static void write_at_work(void *instance, moya_context *self, void *user, moya_status status) {
  (void)self, (void)user;
  if (status == MOYA_OK) write_now(instance);
}

void output_write_if_due(metrics *it, uint64_t now_us) {
  uint64_t due = atomic_load_explicit(&it->next_us, memory_order_relaxed);
  if (now_us < due) return;
  if (!atomic_compare_exchange_strong(&it->next_us, &due, now_us + (uint64_t)it->every_ms * 1000)) return;
  if (has_file(it)) it->tasks->work(it->self, write_at_work, NULL, NULL);
}

moya_status output_begin(metrics *it) {
  bytes reason = {0}, line = {0};
  atomic_store(&it->next_us, it->path.len > 0 ? it->tasks->now_us() + (uint64_t)it->every_ms * 1000 : UINT64_MAX);
  if (it->path.len == 0) return MOYA_OK;
  bool is_good = write_file(it, &reason);
  if (!is_good && describe(it, &reason, &line)) it->host->fail(it->self, line.data);
  bytes_free(&reason);
  bytes_free(&line);
  return is_good ? MOYA_OK : MOYA_ERROR_FILE;
}

static void write_at_close(void *instance, moya_context *self, void *user, moya_status status) {
  metrics *it = instance;
  write_at_work(it, self, user, status);
  if (status == MOYA_OK) it->host->resume(self, MOYA_HOOK_OK);
}

moya_status output_close(metrics *it) {
  if (!has_file(it) || it->host->defer(it->self) != MOYA_OK) return MOYA_HOOK_OK;
  return it->tasks->work(it->self, write_at_close, NULL, NULL) == MOYA_OK ? MOYA_HOOK_PENDING : MOYA_HOOK_OK;
}

void output_end(metrics *it) {
  if (has_file(it)) write_now(it);
}
