/* Uploads a file in a form, with a progress bar: `upload URL FILE`. */
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

static int show(void *user, curl_off_t download_total, curl_off_t downloaded, curl_off_t total, curl_off_t sent) {
  (void)user, (void)download_total, (void)downloaded;
  int done = total > 0 ? (int)(sent * 20 / total) : 0;
  printf("\r[%-20.*s]", done, "####################");
  fflush(stdout);
  return 0;
}

int main(int count, char **arguments) {
  if (count != 3 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  CURL *easy = curl_easy_init();
  if (!easy) return 2;

  curl_mime *form = curl_mime_init(easy);
  curl_mimepart *title = curl_mime_addpart(form), *photo = curl_mime_addpart(form);
  curl_mime_name(title, "title");
  curl_mime_data(title, "sea", CURL_ZERO_TERMINATED);
  curl_mime_name(photo, "photo");
  if (curl_mime_filedata(photo, arguments[2]) != CURLE_OK) {
    fprintf(stderr, "upload: %s cannot be read\n", arguments[2]);
    return 1;
  }
  curl_mime_type(photo, "image/jpeg");

  char url[1024], reason[CURL_ERROR_SIZE] = "";
  struct buffer body = {NULL, 0};
  snprintf(url, sizeof url, "%s/upload", arguments[1]);
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT, 300L);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, reason);
  curl_easy_setopt(easy, CURLOPT_MIMEPOST, form);
  curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, show);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &body);
  CURLcode code = curl_easy_perform(easy);
  if (code == CURLE_OK) printf("\n%s\n", body.data ? body.data : "");
  else fprintf(stderr, "\nupload: %s\n", *reason ? reason : curl_easy_strerror(code));

  free(body.data);
  curl_mime_free(form);
  curl_easy_cleanup(easy);
  curl_global_cleanup();
  return code == CURLE_OK ? 0 : 1;
}
