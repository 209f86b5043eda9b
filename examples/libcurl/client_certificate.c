/* Calls a server that has a certificate of a private authority and asks for a client certificate: `client_certificate
 * URL CA CERTIFICATE KEY`. */
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

int main(int count, char **arguments) {
  if (count != 5 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  CURL *easy = curl_easy_init();
  if (!easy) return 2;

  char url[1024], reason[CURL_ERROR_SIZE] = "";
  struct buffer body = {NULL, 0};
  snprintf(url, sizeof url, "%s/whoami", arguments[1]);
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT, 300L);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, reason);
  curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_3);
  curl_easy_setopt(easy, CURLOPT_CAINFO, arguments[2]);
  curl_easy_setopt(easy, CURLOPT_SSLCERT, arguments[3]);
  curl_easy_setopt(easy, CURLOPT_SSLKEY, arguments[4]);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &body);
  CURLcode code = curl_easy_perform(easy);
  if (code == CURLE_OK) printf("%s\n", body.data ? body.data : "");
  else fprintf(stderr, "whoami: %s\n", *reason ? reason : curl_easy_strerror(code));

  free(body.data);
  curl_easy_cleanup(easy);
  curl_global_cleanup();
  return code == CURLE_OK ? 0 : 1;
}
