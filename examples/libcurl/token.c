/* Makes ten calls at once with an expired token. The token is renewed once, and the calls are sent again with the new
 * token. */
#include <curl/curl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 10 };

struct buffer {
  char *data;
  size_t length;
};

struct call {
  CURL *easy;
  struct buffer body;
  struct curl_slist *fields;
  int renewals; /* the number of renewals before the call was sent */
  int waits;    /* 1 if the call waits for a token, otherwise 0 */
  char reason[CURL_ERROR_SIZE];
};

static const char *base;
static CURLM *multi;
static struct call renewal, calls[CALLS];
static char token[256] = "expired";
static int renewals, is_renewing, waiting, answered;

static size_t collect(char *data, size_t size, size_t count, void *user) {
  struct buffer *body = user;
  size_t length = size * count;
  char *grown = realloc(body->data, body->length + length + 1);
  if (!grown) return 0;
  body->data = grown;
  memcpy(body->data + body->length, data, length);
  body->length += length;
  body->data[body->length] = 0;
  return length;
}

static int prepare(struct call *call, const char *path) {
  char url[1024];
  snprintf(url, sizeof url, "%s%s", base, path);
  if (!(call->easy = curl_easy_init())) return 0;
  curl_easy_setopt(call->easy, CURLOPT_URL, url);
  curl_easy_setopt(call->easy, CURLOPT_PRIVATE, call);
  curl_easy_setopt(call->easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(call->easy, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(call->easy, CURLOPT_TIMEOUT, 300L);
  curl_easy_setopt(call->easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(call->easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(call->easy, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(call->easy, CURLOPT_WRITEDATA, &call->body);
  curl_easy_setopt(call->easy, CURLOPT_ERRORBUFFER, call->reason);
  return 1;
}

static int send_with_token(struct call *call) {
  char field[300];
  snprintf(field, sizeof field, "Authorization: Bearer %s", token);
  curl_slist_free_all(call->fields);
  if (!(call->fields = curl_slist_append(NULL, field))) return 0;
  curl_easy_setopt(call->easy, CURLOPT_HTTPHEADER, call->fields);
  call->body.length = 0;
  call->renewals = renewals;
  return curl_multi_add_handle(multi, call->easy) == CURLM_OK;
}

static void failed(const char *reason) {
  fprintf(stderr, "secret: %s\n", reason);
  waiting--;
}

/* Lets a call wait if its token was refused. The call waits outside the multi handle until the token is renewed. Only
 * the first refused call starts the renewal. */
static void refused(struct call *call) {
  call->waits = 1;
  if (is_renewing) return;
  renewal.body.length = 0;
  is_renewing = curl_multi_add_handle(multi, renewal.easy) == CURLM_OK;
  if (!is_renewing) call->waits = 0, failed("no renewal can be sent");
}

static void renewed(CURLcode code, long status) {
  json_t *answer = NULL;
  if (code == CURLE_OK && status == 200) answer = json_loadb(renewal.body.data, renewal.body.length, 0, NULL);
  const char *text = json_string_value(json_object_get(answer, "access_token"));
  if (text) snprintf(token, sizeof token, "%s", text);
  is_renewing = 0;
  renewals++;
  for (int number = 0; number < CALLS; number++) {
    if (!calls[number].waits) continue;
    calls[number].waits = 0;
    if (!text || !send_with_token(&calls[number])) failed("there is no new token");
  }
  json_decref(answer);
}

static void ended(struct call *call, CURLcode code, long status) {
  if (code != CURLE_OK) failed(*call->reason ? call->reason : curl_easy_strerror(code));
  else if (status == 401 && call->renewals < renewals) { /* a newer token exists */
    if (!send_with_token(call)) failed("there is no memory");
  }
  else if (status == 401 && renewals == 0) refused(call);
  else if (status != 200) failed("the server refuses");
  else waiting--, answered++, printf("%s\n", call->body.data);
}

int main(int count, char **arguments) {
  if (count != 2 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  base = arguments[1];
  if (!(multi = curl_multi_init()) || !prepare(&renewal, "/token")) return 2;
  curl_easy_setopt(renewal.easy, CURLOPT_POSTFIELDS, "");
  for (int number = 0; number < CALLS; number++) {
    waiting += prepare(&calls[number], "/secret") && send_with_token(&calls[number]);
  }
  while (waiting > 0) {
    int running, left;
    CURLMsg *message;
    if (curl_multi_perform(multi, &running) != CURLM_OK) break;
    while ((message = curl_multi_info_read(multi, &left))) {
      struct call *call;
      long status = 0;
      CURLcode code = message->data.result;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&call);
      curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
      curl_multi_remove_handle(multi, call->easy);
      if (call == &renewal) renewed(code, status);
      else ended(call, code, status);
    }
    if (waiting > 0 && curl_multi_poll(multi, NULL, 0, 1000, NULL) != CURLM_OK) break;
  }

  for (int number = 0; number < CALLS; number++) {
    curl_slist_free_all(calls[number].fields);
    curl_easy_cleanup(calls[number].easy);
    free(calls[number].body.data);
  }
  curl_easy_cleanup(renewal.easy);
  free(renewal.body.data);
  curl_multi_cleanup(multi);
  curl_global_cleanup();
  return answered == CALLS ? 0 : 1;
}
