/* Calls a server that is busy at first. There are three attempts, each after a longer wait. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct buffer {
  char *data;
  size_t length;
};

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

/* Returns 1 if another attempt makes sense: no whole response arrived, or it has one of the statuses below. */
static int again(CURLcode code, long status) {
  static const long statuses[] = {408, 429, 500, 502, 503, 504};
  static const CURLcode codes[] = {CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT,
                                   CURLE_RECV_ERROR,           CURLE_SEND_ERROR,      CURLE_GOT_NOTHING,
                                   CURLE_PARTIAL_FILE};
  for (size_t at = 0; code != CURLE_OK && at < sizeof codes / sizeof *codes; at++) {
    if (code == codes[at]) return 1;
  }
  for (size_t at = 0; code == CURLE_OK && at < sizeof statuses / sizeof *statuses; at++) {
    if (status == statuses[at]) return 1;
  }
  return 0;
}

int main(int count, char **arguments) {
  if (count != 2 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  CURL *easy = curl_easy_init();
  if (!easy) return 2;

  char url[1024], reason[CURL_ERROR_SIZE] = "";
  struct buffer body = {NULL, 0};
  snprintf(url, sizeof url, "%s/busy", arguments[1]);
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT, 300L);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, reason);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &body);
  CURLcode code = CURLE_OK;
  long status = 0, delay = 20;
  for (int attempt = 1; attempt <= 3; attempt++) {
    body.length = 0;
    code = curl_easy_perform(easy);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (attempt == 3 || !again(code, status)) break;
    long spread = delay * (80 + rand() % 41) / 100;
    nanosleep(&(struct timespec){spread / 1000, spread % 1000 * 1000000}, NULL);
    delay *= 2;
  }
  int done = code == CURLE_OK && status >= 200 && status < 300;
  if (done) printf("%s\n", body.data ? body.data : "");
  else if (code == CURLE_OK) fprintf(stderr, "busy: HTTP %ld\n", status);
  else fprintf(stderr, "busy: %s\n", *reason ? reason : curl_easy_strerror(code));

  free(body.data);
  curl_easy_cleanup(easy);
  curl_global_cleanup();
  return done ? 0 : 1;
}
