#include "life.h"

#include "../common/date.h"

enum { SECOND = 1000000, DAY = 86400 };

static int64_t larger(int64_t one, int64_t other) { return one > other ? one : other; }
static int64_t smaller(int64_t one, int64_t other) { return one < other ? one : other; }

bool is_cacheable_status(int status) {
  switch (status) {
    case 200:
    case 203:
    case 204:
    case 300:
    case 301:
    case 308:
    case 404:
    case 405:
    case 410:
    case 414:
    case 501: return true;
    default: return false;
  }
}

/* Returns how many fields have this name. */
static size_t count_of(fields head, slice name) {
  size_t next = 0, count = 0;
  slice value;
  while (next_field(head, name, &next, &value)) count++;
  return count;
}

bool has_lifetime(fields head) { return control_of(head).max_age >= 0 || has_field(head, SLICE("Expires")); }

static int64_t heuristic(int status, fields head, uint32_t flags, int64_t date, int percent) {
  int64_t modified;
  if (!is_cacheable_status(status) && !(flags & IS_PUBLIC)) return 0;
  if (!date_of(first_value(head, SLICE("Last-Modified")), date, &modified) || modified > date) return 0;
  return smaller((date - modified) / 100 * percent, DAY);
}

static int64_t fresh_of(int status, fields head, const control *control, int64_t date, int percent) {
  size_t expires_count = count_of(head, SLICE("Expires"));
  int64_t expires;
  if (control->max_age >= 0) return control->max_age;
  if (expires_count == 0) return heuristic(status, head, control->flags, date, percent);
  if (expires_count > 1 || !date_of(first_value(head, SLICE("Expires")), date, &expires)) return 0;
  return smaller(larger(expires - date, 0), MOST_SECONDS);
}

/* Returns the number in the Age field, or the first one if there are several. Returns 0 if there is no number. */
static int64_t age_field(fields head) {
  list_reader reader = {0};
  slice first;
  return next_listed(head, SLICE("Age"), &reader, &first) ? larger(seconds_of(first), 0) : 0;
}

life life_of(int status, fields head, int64_t asked_us, int64_t received_us, int heuristic_percent) {
  control control = control_of(head);
  int64_t received = received_us / SECOND, date = received;
  if (!date_of(first_value(head, SLICE("Date")), received, &date)) date = received;
  int64_t delay = larger((received_us - asked_us) / SECOND, 0);
  return (life){
      .flags = control.flags,
      .fresh = fresh_of(status, head, &control, date, heuristic_percent),
      .age = larger(larger(received - date, 0), age_field(head) + delay),
      .while_revalidate = larger(control.stale_while_revalidate, 0),
      .if_error = larger(control.stale_if_error, 0),
  };
}

int64_t age_of(const life *it, int64_t received_us, int64_t now_us) {
  return now_us < received_us ? MOST_SECONDS : it->age + (now_us - received_us) / SECOND;
}
