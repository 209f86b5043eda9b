#include "server_limit.h"

#include "../common/date.h"

enum {
  UNSAID_PAUSE_S = 1,        /* the pause after a 429 that does not say how long to wait */
  LEAST_MOMENT = 1000000000 /* a larger number of seconds counts from 1970 */
};

static int64_t most(int64_t one, int64_t other) { return one > other ? one : other; }

/* Returns the time of the server: the field Date of the response, or `now` if there is no Date. */
static int64_t server_time(const server_limit *it, int64_t now) {
  int64_t date;
  return it->date.at && date_of(trimmed(it->date), now, &date) ? date : now;
}

/* Returns the seconds that the field Retry-After demands; −1 if it is neither a number nor a date. */
static int64_t retry_after(const server_limit *it, int64_t now) {
  slice text = trimmed(it->retry_after);
  int64_t seconds = seconds_of(text), then;
  if (seconds >= 0 || !text.at || !date_of(text, now, &then)) return seconds;
  return most(then - server_time(it, now), 0);
}

/* Returns how many seconds remain until a limit begins anew. `reset` should be this number, but some servers send the
 * moment, in seconds since 1970. An even larger number, for example of milliseconds, counts as 0. */
static int64_t seconds_until(int64_t reset, const server_limit *it, int64_t now) {
  if (reset >= MOST_SECONDS) return 0;
  return reset < LEAST_MOMENT ? reset : most(reset - server_time(it, now), 0);
}

/* Takes the next parameter of an item (RFC 9651 §3.1.2). A semicolon in a string separates nothing. */
static bool next_parameter(slice *rest, slice *out) {
  bool is_quoted = false;
  size_t i = 0;
  if (rest->len == 0) return false;
  for (; i < rest->len && (is_quoted || rest->at[i] != ';'); i++) {
    if (is_quoted && rest->at[i] == '\\') i++;
    else if (rest->at[i] == '"') is_quoted = !is_quoted;
  }
  if (i > rest->len) i = rest->len;
  *out = trimmed((slice){rest->at, i});
  size_t used = i < rest->len ? i + 1 : i;
  *rest = (slice){rest->at + used, rest->len - used};
  return true;
}

/* Reads the field RateLimit, for example `"name";r=0;t=30, "other";r=5;t=60`, or in the form of earlier drafts
 * `limit=10, remaining=0, reset=30`. Returns the longest time of the policies that have nothing left; 0 if there is
 * none. */
static int64_t rate_limit(const server_limit *it, int64_t now) {
  int64_t pause = 0, remaining = -1, of_all = -1;
  slice field = it->rate_limit, item, parameter;
  while (next_element(&field, &item)) {
    int64_t left = -1, reset = -1;
    while (next_parameter(&item, &parameter)) {
      slice value, name = split_directive(parameter, &value);
      if (is_same_word(name, SLICE("r"))) left = seconds_of(value);
      if (is_same_word(name, SLICE("t"))) reset = seconds_of(value);
      if (is_same_word(name, SLICE("remaining"))) remaining = seconds_of(value);
      if (is_same_word(name, SLICE("reset"))) of_all = seconds_of(value);
    }
    if (left == 0) pause = most(pause, seconds_until(reset, it, now));
  }
  return remaining == 0 ? most(pause, seconds_until(of_all, it, now)) : pause;
}

int64_t server_pause(const server_limit *it, int64_t now) {
  int64_t pause = it->rate_limit.at ? rate_limit(it, now) : 0, demanded = -1;
  if (it->remaining.at && it->reset.at && seconds_of(trimmed(it->remaining)) == 0)
    pause = most(pause, seconds_until(seconds_of(trimmed(it->reset)), it, now));
  if ((it->status == 429 || it->status == 503) && it->retry_after.at) demanded = retry_after(it, now);
  if (demanded < 0 && it->status == 429 && pause == 0) return UNSAID_PAUSE_S;
  return most(pause, demanded);
}
