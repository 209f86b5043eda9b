/* Tests what cache_put does if another thread removes the URL at the same time. */
#include "cache.h"

#include <stdio.h>
#include <string.h>

static cache it;
static int puts_of_memory, removals_of_memory;

/* The `put` of the store. While it runs, the URL of the response becomes invalid. */
static void put(store *self, stored *response) {
  (void)self;
  puts_of_memory++;
  note_removal(&it.removals, response->url);
}

static void take_out(store *self, slice url, int64_t now_us) {
  (void)self, (void)url, (void)now_us;
  removals_of_memory++;
}

/* The cache of this test has no file. */
void writer_put(writer *self, stored *response) { (void)self, (void)response; }
void writer_remove(writer *self, slice url, int64_t now_us) { (void)self, (void)url, (void)now_us; }

static int64_t date_us(void) { return 1; }

int main(void) {
  store memory = {.put = put, .remove = take_out};
  moya_tasks tasks = {.date_us = date_us};
  stored response = {.url = SLICE("http://a.test/")};
  it.memory = &memory;
  it.tasks = &tasks;
  if (!removals_init(&it.removals)) return 2;
  cache_put(&it, &response, removals_now(&it.removals));
  removals_destroy(&it.removals);
  int is_good = puts_of_memory == 1 && removals_of_memory == 1;
  printf("%s - a response does not stay if its URL is removed while it is stored\n", is_good ? "ok" : "not ok");
  return !is_good;
}
