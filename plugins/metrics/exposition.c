#include "exposition.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const class_names[CLASS_COUNT] = {"none", "1xx", "2xx", "3xx", "4xx", "5xx"};

/* ── Lines ── */

static bool add_number(bytes *to, uint64_t number) {
  char text[24];
  snprintf(text, sizeof text, "%" PRIu64, number);
  return bytes_add_text(to, text);
}

/* Adds a number of seconds without zeroes at its end, for example 0.25. */
static bool add_seconds(bytes *to, uint64_t us) {
  char text[32];
  int len = snprintf(text, sizeof text, "%" PRIu64 ".%06" PRIu64, us / 1000000, us % 1000000);
  while (text[len - 1] == '0') len--;
  if (text[len - 1] == '.') len--;
  return bytes_add(to, text, (size_t)len);
}

/* Adds a line up to its value: NAME{labels,label="value"} */
static bool add_start(bytes *to, const char *name, const label_set *set, const char *label, const char *value) {
  if (!bytes_add_texts(to, name, "{", NULL) || !labels_write(&set->labels, to)) return false;
  if (label && !bytes_add_texts(to, ",", label, "=\"", value, "\"", NULL)) return false;
  return bytes_add_text(to, "} ");
}

static bool add_line(bytes *to, const char *name, const label_set *set, const char *label, const char *value,
                     uint64_t count) {
  return add_start(to, name, set, label, value) && add_number(to, count) && bytes_add_text(to, "\n");
}

static uint64_t read(const counter *it) { return atomic_load_explicit(it, memory_order_relaxed); }

/* ── Families ── */

#define CALLS "moya_calls_total"
#define FAILURES "moya_call_failures_total"
#define ATTEMPTS "moya_attempts_total"
#define DURATION "moya_call_duration_seconds"
#define SENT "moya_request_body_bytes_total"
#define RECEIVED "moya_response_body_bytes_total"

static bool write_classes(const counter *of, const char *name, const label_set *set, bytes *to) {
  for (size_t class = 0; class < CLASS_COUNT; class++) {
    uint64_t count = read(&of[class]);
    if (count > 0 && !add_line(to, name, set, "status", class_names[class], count)) return false;
  }
  return true;
}

static bool write_calls(const counts *it, const label_set *set, bytes *to) {
  (void)it;
  return write_classes(set->calls, CALLS, set, to);
}

static bool write_failures(const counts *it, const label_set *set, bytes *to) {
  const counter *failures = atomic_load(&set->failures);
  (void)it;
  for (size_t kind = 0; failures && kind < KIND_COUNT; kind++) {
    uint64_t count = read(&failures[kind]);
    if (count > 0 && !add_line(to, FAILURES, set, "kind", kind_name(kind), count)) return false;
  }
  return true;
}

static bool write_attempts(const counts *it, const label_set *set, bytes *to) {
  (void)it;
  return write_classes(set->attempts, ATTEMPTS, set, to);
}

/* Adds one line of a histogram, with the two labels `status` and `le`. */
static bool add_bucket(bytes *to, const label_set *set, const char *class, const buckets *bounds, size_t bucket,
                       uint64_t count) {
  if (!bytes_add_text(to, DURATION "_bucket{") || !labels_write(&set->labels, to)) return false;
  if (!bytes_add_texts(to, ",status=\"", class, "\",le=\"", NULL)) return false;
  bool is_last = bucket == bounds->count;
  if (!(is_last ? bytes_add_text(to, "+Inf") : add_seconds(to, bounds->most_us[bucket]))) return false;
  return bytes_add_text(to, "\"} ") && add_number(to, count) && bytes_add_text(to, "\n");
}

static bool write_durations(const counts *it, const label_set *set, bytes *to) {
  for (size_t class = 0; class < CLASS_COUNT; class++) {
    const histogram *durations = atomic_load(&set->durations[class]);
    uint64_t count = 0;
    if (!durations) continue;
    for (size_t bucket = 0; bucket <= it->buckets.count; bucket++) {
      count += read(&durations->in_bucket[bucket]);
      if (!add_bucket(to, set, class_names[class], &it->buckets, bucket, count)) return false;
    }
    if (!add_start(to, DURATION "_sum", set, "status", class_names[class]) ||
        !add_seconds(to, read(&durations->sum_us)) || !bytes_add_text(to, "\n") ||
        !add_line(to, DURATION "_count", set, "status", class_names[class], count)) {
      return false;
    }
  }
  return true;
}

static bool write_sent(const counts *it, const label_set *set, bytes *to) {
  uint64_t count = read(&set->sent_bytes);
  (void)it;
  return count == 0 || add_line(to, SENT, set, NULL, NULL, count);
}

static bool write_received(const counts *it, const label_set *set, bytes *to) {
  uint64_t count = read(&set->received_bytes);
  (void)it;
  return count == 0 || add_line(to, RECEIVED, set, NULL, NULL, count);
}

typedef struct family {
  const char *head;
  bool (*write)(const counts *it, const label_set *set, bytes *to);
} family;

#define HEAD(NAME, TYPE, HELP) "# HELP " NAME " " HELP "\n# TYPE " NAME " " TYPE "\n"

static const family families[] = {
    {HEAD(CALLS, "counter", "Calls that have ended, by the class of the last status."), write_calls},
    {HEAD(FAILURES, "counter", "Calls that have failed, by the kind of failure."), write_failures},
    {HEAD(ATTEMPTS, "counter", "Attempts, with retries, by the class of the status."), write_attempts},
    {HEAD(DURATION, "histogram", "Seconds from the start of a call to its end."), write_durations},
    {HEAD(SENT, "counter", "Bytes of the bodies of requests."), write_sent},
    {HEAD(RECEIVED, "counter", "Bytes of the bodies of responses, as received."), write_received},
};

bool exposition_write(const counts *it, bytes *to) {
  for (const family *each = families; each < families + sizeof families / sizeof *families; each++) {
    if (!bytes_add_text(to, each->head)) return false;
    for (size_t place = 0; place < it->place_count; place++) {
      for (const label_set *set = atomic_load(&it->table[place]); set; set = set->next) {
        if (!each->write(it, set, to)) return false;
      }
    }
    if (!each->write(it, &it->other, to)) return false;
  }
  return true;
}
