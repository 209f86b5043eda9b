/* An instance of the plugin, and the file to which it writes. */
#ifndef MOYA_METRICS_OUTPUT_H
#define MOYA_METRICS_OUTPUT_H

#include "counts.h"

#include <moya/plugin/tasks.h>
#include <pthread.h>
#include <sys/types.h>

typedef struct metrics {
  const moya_host *host;
  const moya_tasks *tasks;
  moya_context *self;
  pid_t process;
  counts counts;
  bytes path; /* absolute; empty: no file */
  int64_t every_ms;
  counter next_us;           /* when the file is due */
  pthread_mutex_t is_written; /* a thread that writes the file holds it. Only threads that may block take it */
  bool has_warned;            /* the log has a warning, because the last attempt to write the file failed */
} metrics;

/* Writes the file for the first time. */
moya_status output_begin(metrics *it);
/* If the next writing of the file is due, lets a thread that may block write it. */
void output_write_if_due(metrics *it, uint64_t now_us);
/* Lets the provider wait until the file is written. Returns what the hook `close` returns. */
moya_status output_close(metrics *it);
/* Writes the file for the last time. */
void output_end(metrics *it);

#endif
