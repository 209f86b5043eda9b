/* Tests what the writer of the cache module does with responses that it cannot write. The file here is a text that lists
 * what was written. */
#include "store.h"
#include "writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char written[200];
static bool is_busy; /* another process uses the file */

bool disk_begin(store *file) { return file && !is_busy; }
bool disk_commit(store *file) { return file; }

static void add(const char *what, slice url) {
  size_t len = strlen(written);
  snprintf(written + len, sizeof written - len, "%s %.*s;", what, (int)url.len, url.at);
}

static stored *find(store *file, const request *request) {
  (void)file, (void)request;
  return NULL;
}
static void put(store *file, stored *response) { (void)file, add("put", response->url); }
static void remove_url(store *file, slice url, int64_t now_us) { (void)file, (void)now_us, add("remove", url); }
static void destroy(store *file) { (void)file; }

/* The thread that could write never gets a turn. */
static moya_status work(moya_context *owner, moya_task_fn run, void *user, uint64_t *task) {
  (void)owner, (void)run, (void)user, (void)task;
  return MOYA_OK;
}

/* Makes a response that counts as `size` bytes of memory. */
static stored *make(const char *url, size_t size) {
  char room[100];
  request request = request_of(SLICE("GET"), slice_of(url), (fields){NULL, 0}, room, sizeof room);
  arrival arrival = {.status = 200, .asked_us = 1, .received_us = 2};
  body *body = body_new(0);
  stored *it = body ? stored_new(&request, &arrival, body, 10) : NULL;
  if (!it) abort();
  body_release(body);
  it->size = size;
  return it;
}

static int failures;
static void check(const char *what, const char *expected) {
  bool holds = strcmp(written, expected) == 0;
  failures += !holds;
  printf("%s - cache: %s%s%s\n", holds ? "ok" : "not ok", what, holds ? "" : ": ", holds ? "" : written);
  written[0] = 0;
}

int main(void) {
  static const moya_tasks tasks = {.size = sizeof tasks, .work = work};
  store file = {find, put, remove_url, destroy};
  request any = {.url = {"http://h/", 9}};
  stored *small = make("http://h/a", 1000), *large = make("http://h/b", 64 << 20);
  writer *it = writer_new(&file, &tasks, NULL);
  if (!it) abort();
  writer_put(it, small);
  writer_remove(it, SLICE("http://h/c"), 3);
  is_busy = true;
  writer_find(it, &any);
  check("a busy file is not changed", "");
  is_busy = false;
  writer_find(it, &any);
  check("a response that a busy file did not take removes the older one", "remove http://h/a;remove http://h/c;");
  writer_put(it, large);
  writer_put(it, small);
  writer_find(it, &any);
  check("a response for which the queue has no room removes the older one", "put http://h/b;remove http://h/a;");
  writer_put(it, small);
  writer_destroy(it);
  check("the end of the writer writes what is left", "put http://h/a;");
  stored_release(small);
  stored_release(large);
  return failures > 0;
}
