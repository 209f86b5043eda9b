/* Sends a login form, and then gets a page that needs the cookie of the login. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Prints the page, or the reason why there is none. */
static int show(CURL *easy, const char *base, const char *name, const char *fields) {
  char url[1024], reason[CURL_ERROR_SIZE] = "";
  struct buffer body = {NULL, 0};
  snprintf(url, sizeof url, "%s/%s", base, name);
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT, 300L);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, reason);
  if (fields) curl_easy_setopt(easy, CURLOPT_POSTFIELDS, fields);
  else curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &body);
  CURLcode code = curl_easy_perform(easy);
  if (code == CURLE_OK) printf("%s\n", body.data ? body.data : "");
  else fprintf(stderr, "%s: %s\n", name, *reason ? reason : curl_easy_strerror(code));
  free(body.data);
  return code == CURLE_OK;
}

int main(int count, char **arguments) {
  if (count != 2 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  CURL *easy = curl_easy_init();
  char *user = curl_easy_escape(easy, "ann", 0), *password = curl_easy_escape(easy, "s3cret & safe", 0);
  if (!easy || !user || !password) return 2;
  curl_easy_setopt(easy, CURLOPT_COOKIEFILE, ""); /* stores cookies in memory */

  char fields[1024];
  snprintf(fields, sizeof fields, "user=%s&password=%s", user, password);
  int shown = show(easy, arguments[1], "login", fields) && show(easy, arguments[1], "me", NULL);

  curl_free(user);
  curl_free(password);
  curl_easy_cleanup(easy);
  curl_global_cleanup();
  return shown ? 0 : 1;
}
