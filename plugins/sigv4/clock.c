#define _DEFAULT_SOURCE /* timegm */
#include "../common/origin.h"
#include "instance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  MOST_SKEW_S = 240 /* servers accept at least five minutes, and a response may take some seconds */
};

/* Reads "Sun, 06 Nov 1994 08:49:37 GMT", the form in which servers write dates (RFC 9110 §5.6.7). */
static bool read_date(const char *text, int64_t *seconds) {
  static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  char month[4] = "", zone[4] = "";
  struct tm date = {0};
  int count = sscanf(text, "%*3s, %2d %3s %4d %2d:%2d:%2d %3s", &date.tm_mday, month, &date.tm_year, &date.tm_hour,
                     &date.tm_min, &date.tm_sec, zone);
  const char *found = count == 7 && strlen(month) == 3 ? strstr(months, month) : NULL;
  if (!found || (found - months) % 3 != 0 || strcmp(zone, "GMT") != 0) return false;
  if (date.tm_year < 1970 || date.tm_year > 9998) return false; /* no signature could have such a date */
  date.tm_mon = (int)(found - months) / 3;
  date.tm_year -= 1900;
  *seconds = timegm(&date);
  return true;
}

/* Returns true for a status with which a server refuses a request whose date is wrong. Not every refusal names its
 * reason, because a response to HEAD has no body. So the date of the server decides whether the clock was the
 * reason. */
static bool is_refusal(int32_t status) { return status == 400 || status == 401 || status == 403; }

/* Returns true if a redirect led to another origin. The clock of that server says nothing about the one that checks the
 * signatures. */
static bool is_redirected(const moya_host *host, moya_context *context) {
  moya_str sent = host->request_url(context), last = host->response_url(context);
  return origin_is_left((slice){sent.data, sent.len}, (slice){last.data, last.len});
}

/* After a refusal, takes the server's time from the field Date of the response. */
void sigv4_did_receive(void *instance, moya_context *context) {
  sigv4 *it = instance;
  const moya_host *host = it->host;
  call *own = host->slot(context);
  if (!own || !is_refusal(host->http_status(context))) return;
  moya_str date = host->response_header(context, "Date");
  int64_t server;
  own->is_late = false;
  if (is_redirected(host, context)) return;
  /* A response with the field Age comes from a cache. Its date belongs to an earlier request (RFC 9111 §5.1). */
  if (!date.data || host->response_header(context, "Age").data || !read_date(date.data, &server)) return;
  int64_t skew = server - it->tasks->date_us() / 1000000;
  if (llabs(skew - own->skew_s) <= MOST_SKEW_S) return;
  own->is_late = true;
  atomic_store(&it->skew_s, skew);
  char line[160];
  snprintf(line, sizeof line,
           "the server's clock is %lld s from the time of the signature: the next request is signed with the server's time",
           (long long)(skew - own->skew_s));
  host->log(context, MOYA_LOG_WARNING, line);
}

int64_t sigv4_should_retry(void *instance, moya_context *context) {
  sigv4 *it = instance;
  call *own = it->host->slot(context);
  if (!own || !own->is_late || own->is_repeated) return MOYA_RETRY_NONE;
  own->is_repeated = true;
  return 0;
}
