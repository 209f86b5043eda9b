#include "server_limit.h"

#include "../common/date.h"

enum { UNSAID_PAUSE_S = 1 }; /* the pause after a 429 that does not say how long to wait */

static int64_t most(int64_t one, int64_t other) { return one > other ? one : other; }

/* Returns the seconds that the field Retry-After demands. If Retry-After has a date, counts the seconds from the field
 * Date of the response, or from `now` if there is no Date. */
static int64_t retry_after(const server_limit *it, int64_t now) {
  slice text = trimmed(it->retry_after);
  int64_t seconds = seconds_of(text), then, date;
  if (seconds >= 0 || !text.at || !date_of(text, now, &then)) return most(seconds, 0);
  if (it->date.at && date_of(trimmed(it->date), now, &date)) now = date;
  return then > now ? then - now : 0;
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

/* Reads the field RateLimit, for example `"name";r=0;t=30, "other";r=5;t=60`. Returns the longest `t` of the policies
 * whose `r` is 0; 0 if there is none. */
static int64_t rate_limit(slice field) {
  int64_t pause = 0;
  slice item, parameter;
  while (next_element(&field, &item)) {
    int64_t left = -1, reset = -1;
    while (next_parameter(&item, &parameter)) {
      slice value, name = split_directive(parameter, &value);
      if (is_same_word(name, SLICE("r"))) left = seconds_of(value);
      if (is_same_word(name, SLICE("t"))) reset = seconds_of(value);
    }
    if (left == 0) pause = most(pause, reset);
  }
  return pause;
}

int64_t server_pause(const server_limit *it, int64_t now) {
  int64_t pause = it->rate_limit.at ? rate_limit(it->rate_limit) : 0;
  if (it->remaining.at && it->reset.at && seconds_of(trimmed(it->remaining)) == 0)
    pause = most(pause, seconds_of(trimmed(it->reset)));
  if ((it->status == 429 || it->status == 503) && it->retry_after.at) pause = most(pause, retry_after(it, now));
  else if (it->status == 429 && pause == 0) pause = UNSAID_PAUSE_S;
  return pause;
}
