/* Shows the lines of a response, each as it arrives. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1048576 };

/* The line that has begun and is not complete. */
struct lines {
  char *data;
  size_t length;
  int number;
};

static void print(struct lines *lines) {
  if (lines->length > 0 && lines->data[lines->length - 1] == '\r') lines->length--;
  printf("%d: %.*s\n", ++lines->number, (int)lines->length, lines->data ? lines->data : "");
  lines->length = 0;
}

static size_t split(char *data, size_t size, size_t count, void *user) {
  struct lines *lines = user;
  size_t left = size * count;
  while (left > 0) {
    const char *end = memchr(data, '\n', left);
    size_t length = end ? (size_t)(end - data) : left;
    if (lines->length + length > LONGEST) return 0;
    char *grown = realloc(lines->data, lines->length + length + 1);
    if (!grown) return 0;
    lines->data = grown;
    memcpy(lines->data + lines->length, data, length);
    lines->length += length;
    if (end) print(lines);
    data += length + (end ? 1 : 0);
    left -= length + (end ? 1 : 0);
  }
  return size * count;
}

int main(int count, char **arguments) {
  if (count != 2 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  CURL *easy = curl_easy_init();
  if (!easy) return 2;

  char url[1024], reason[CURL_ERROR_SIZE] = "";
  struct lines lines = {NULL, 0, 0};
  snprintf(url, sizeof url, "%s/lines/3", arguments[1]);
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT, 300L);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, reason);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, split);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &lines);
  CURLcode code = curl_easy_perform(easy);
  if (lines.length > 0) print(&lines); /* the last line, if no newline ends it */
  if (code != CURLE_OK) fprintf(stderr, "log: %s\n", *reason ? reason : curl_easy_strerror(code));

  free(lines.data);
  curl_easy_cleanup(easy);
  curl_global_cleanup();
  return code == CURLE_OK ? 0 : 1;
}
