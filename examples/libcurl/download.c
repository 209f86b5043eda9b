/* Downloads to a file and resumes after an interruption: `download URL FILE`. It tries three times. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A download that may be incomplete: its file, and the ETag of its content. */
struct partial {
  char path[1024], etag_path[1040], etag[256];
  FILE *file;
};

static size_t write_body(char *data, size_t size, size_t count, void *user) {
  return fwrite(data, size, count, ((struct partial *)user)->file);
}

/* Stores the ETag, which is necessary to ask the server for the rest of the same content. */
static size_t read_field(char *line, size_t size, size_t count, void *user) {
  struct partial *it = user;
  size_t length = size * count;
  if (length > 6 && curl_strnequal(line, "ETag: ", 6) && length - 6 < sizeof it->etag) {
    snprintf(it->etag, sizeof it->etag, "%.*s", (int)(length - 6), line + 6);
    it->etag[strcspn(it->etag, "\r\n")] = 0;
    FILE *kept = strncmp(it->etag, "W/", 2) != 0 ? fopen(it->etag_path, "w") : NULL;
    if (kept) {
      fputs(it->etag, kept);
      fclose(kept);
    }
  }
  return length;
}

/* Opens the file, to append the rest of the content. If the ETag is unknown, empties the file instead. */
static long begin(struct partial *it) {
  FILE *kept = fopen(it->etag_path, "r");
  it->etag[0] = 0;
  if (kept) {
    if (!fgets(it->etag, sizeof it->etag, kept)) it->etag[0] = 0;
    fclose(kept);
  }
  it->file = fopen(it->path, *it->etag ? "ab" : "wb");
  if (!it->file) return -1;
  fseek(it->file, 0, SEEK_END);
  return ftell(it->file);
}

static CURLcode fetch(CURL *easy, const char *url, struct partial *it, char *reason) {
  long there = begin(it);
  if (there < 0) return CURLE_WRITE_ERROR;
  char condition[300];
  snprintf(condition, sizeof condition, "If-Range: %s", it->etag);
  struct curl_slist *headers = there > 0 ? curl_slist_append(NULL, condition) : NULL;
  curl_easy_reset(easy);
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, reason);
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(easy, CURLOPT_RESUME_FROM_LARGE, (curl_off_t)there);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, read_field);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, it);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, write_body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, it);
  CURLcode code = curl_easy_perform(easy);
  if (fclose(it->file) != 0 && code == CURLE_OK) code = CURLE_WRITE_ERROR;
  if (code == CURLE_RANGE_ERROR) unlink(it->etag_path); /* the content has changed, so start again */
  curl_slist_free_all(headers);
  return code;
}

int main(int count, char **arguments) {
  if (count != 3 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  CURL *easy = curl_easy_init();
  if (!easy) return 2;

  char url[1024], reason[CURL_ERROR_SIZE] = "";
  struct partial it = {.file = NULL};
  snprintf(url, sizeof url, "%s/large", arguments[1]);
  snprintf(it.path, sizeof it.path, "%s.part", arguments[2]);
  snprintf(it.etag_path, sizeof it.etag_path, "%s.etag", it.path);
  CURLcode code = CURLE_RECV_ERROR;
  for (int tries = 0; code != CURLE_OK && tries < 3; tries++) {
    code = fetch(easy, url, &it, reason);
    if (code == CURLE_OK && rename(it.path, arguments[2]) != 0) code = CURLE_WRITE_ERROR;
    if (code == CURLE_OK) printf("%s is complete\n", arguments[2]);
    else printf("large: %s\n", *reason ? reason : curl_easy_strerror(code));
  }
  if (code == CURLE_OK) unlink(it.etag_path);

  curl_easy_cleanup(easy);
  curl_global_cleanup();
  return code == CURLE_OK ? 0 : 1;
}
