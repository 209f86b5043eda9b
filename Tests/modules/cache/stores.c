/* Tests the two stores of the cache module, through their one interface: what they find, what they forget, and what
 * they do with a file that somebody has changed. */
#include "../common/fork_guard.h"
#include "removals.h"
#include "store.h"

#include <sched.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures;

#define EXPECT(condition)                                                       \
  do {                                                                          \
    if (!(condition)) failures++, printf("    line %d: %s\n", __LINE__, #condition); \
  } while (0)

static void test(const char *behaviour, void (*body)(void)) {
  int before = failures;
  body();
  printf("%s - %s\n", failures == before ? "ok" : "not ok", behaviour);
}

/* A hash that is good enough for a test: the bytes with the key. */
static bool hmac(void *user, const void *key, size_t key_len, const void *data, size_t len, uint8_t out[32]) {
  (void)user;
  for (int i = 0; i < 4; i++) {
    uint64_t part = hash_of((slice){data, len}, hash_of((slice){key, key_len}, (uint64_t)i));
    memcpy(out + 8 * i, &part, 8);
  }
  return true;
}

static bool fill_random(void *user, void *out, size_t len) {
  (void)user;
  memset(out, 42, len);
  return true;
}

static int64_t now_us(void *user) { return *(int64_t *)user; }

static int warnings;
static void warn(void *user, const char *message) {
  (void)user, (void)message;
  warnings++;
}

static int64_t now;
static char path[] = "/tmp/moya-cache-stores-XXXXXX";

static store *open_disk(int64_t most_bytes) {
  char reason[400];
  disk_tools tools = {hmac, fill_random, now_us, warn, &now};
  store *it = disk_store(path, "", most_bytes, 10, &tools, reason, sizeof reason);
  if (!it) printf("    %s\n", reason);
  return it;
}

static void remove_files(void) {
  char name[sizeof path + 8];
  for (int i = 0; i < 3; i++) {
    snprintf(name, sizeof name, "%s%s", path, (const char *[]){"", "-wal", "-shm"}[i]);
    unlink(name);
  }
}

static stored *make(const char *url, const field *sent, size_t sent_count, const field *received, size_t received_count,
                    const char *text, int64_t received_us) {
  char room[100];
  request request = request_of(SLICE("GET"), slice_of(url), (fields){sent, sent_count}, room, sizeof room);
  arrival arrival = {200, {received, received_count}, received_us, received_us};
  body *body = body_new(strlen(text));
  if (!body) abort();
  memcpy(body->bytes, text, body->len);
  stored *it = stored_new(&request, &arrival, body, 10);
  body_release(body);
  if (!it) abort();
  return it;
}

static const field plain[] = {{{"Cache-Control", 13}, {"max-age=60", 10}}};
static const field varying[] = {{{"Cache-Control", 13}, {"max-age=60", 10}}, {{"Vary", 4}, {"Accept", 6}}};

static void put(store *it, const char *url, const char *accept, const char *text, int64_t received_us) {
  field sent = {{"Accept", 6}, slice_of(accept)};
  stored *made = make(url, &sent, accept != NULL, accept ? varying : plain, accept ? 2 : 1, text, received_us);
  it->put(it, made);
  stored_release(made);
}

/* Returns the body that is found; NULL: there is none. The text is valid until the next call. */
static const char *get(store *it, const char *url, const char *accept, const char *authorization) {
  static char text[100];
  char room[100];
  field sent[2] = {{{"Accept", 6}, slice_of(accept)}, {{"Authorization", 13}, slice_of(authorization)}};
  const field *first = accept ? sent : sent + 1;
  size_t count = (accept != NULL) + (authorization != NULL);
  request request = request_of(SLICE("GET"), slice_of(url), (fields){first, count}, room, sizeof room);
  stored *found = it->find(it, &request);
  if (!found) return NULL;
  snprintf(text, sizeof text, "%.90s", found->body->bytes);
  stored_release(found);
  return text;
}

static bool finds(store *it, const char *url, const char *accept, const char *text) {
  const char *found = get(it, url, accept, NULL);
  return text ? found && strcmp(found, text) == 0 : !found;
}

/* What both stores do. */
static void behave(store *it) {
  if (!it) {
    failures++;
    return;
  }
  EXPECT(finds(it, "http://h/a", NULL, NULL));
  put(it, "http://h/a", NULL, "one", 10);
  EXPECT(finds(it, "http://h/a", NULL, "one"));
  EXPECT(finds(it, "http://h/b", NULL, NULL));
  EXPECT(!get(it, "http://h/a", NULL, "Bearer x"));
  EXPECT(!get(it, "http://ann@h/a", NULL, NULL));
  put(it, "http://h/a", NULL, "two", 20);
  EXPECT(finds(it, "http://h/a", NULL, "two"));
  put(it, "http://h/a", NULL, "late", 15); /* older than what is there */
  EXPECT(finds(it, "http://h/a", NULL, "two"));
  put(it, "http://h/v", "text/plain", "plain", 30);
  put(it, "http://h/v", "text/html", "html", 31);
  EXPECT(finds(it, "http://h/v", "text/plain", "plain"));
  EXPECT(finds(it, "http://h/v", "text/html", "html"));
  EXPECT(finds(it, "http://h/v", "image/png", NULL));
  EXPECT(finds(it, "http://h/v", NULL, NULL));
  put(it, "http://h/e", NULL, "", 10);
  EXPECT(finds(it, "http://h/e", NULL, ""));
  it->remove(it, SLICE("http://h/v"), 40);
  EXPECT(finds(it, "http://h/v", "text/plain", NULL) && finds(it, "http://h/v", "text/html", NULL));
  EXPECT(finds(it, "http://h/a", NULL, "two"));
  for (int i = 0; i < 100; i++) {
    char accept[20];
    snprintf(accept, sizeof accept, "x/%d", i);
    put(it, "http://h/many", accept, accept, 100 + i);
  }
  EXPECT(finds(it, "http://h/many", "x/99", "x/99"));
  EXPECT(finds(it, "http://h/many", "x/0", NULL)); /* a URL has at most 32 responses */
  static const int64_t day = 86400000000;
  put(it, "http://h/back", NULL, "before the clock was set back", day);
  it->remove(it, SLICE("http://h/gone"), day);
  put(it, "http://h/back", NULL, "after", 50);
  put(it, "http://h/gone", NULL, "after", 50);
  EXPECT(finds(it, "http://h/back", NULL, "after") && finds(it, "http://h/gone", NULL, "after"));
  put(it, "http://h/vary", NULL, "before the clock was set back", day);
  put(it, "http://h/vary", "x", "after", 50);
  EXPECT(finds(it, "http://h/vary", "x", "after"));
}

static void memory_behaves(void) {
  store *it = memory_store(1 << 20, 1);
  behave(it);
  if (it) it->destroy(it);
}

static void disk_behaves(void) {
  remove_files();
  store *it = open_disk(1 << 20);
  behave(it);
  if (it) it->destroy(it);
}

static void memory_forgets(void) {
  store *it = memory_store(3000, 1);
  char url[40], text[501];
  memset(text, 'x', 500);
  text[500] = 0;
  put(it, "http://h/used", NULL, "used", 0);
  for (int i = 0; i < 1000; i++) {
    snprintf(url, sizeof url, "http://h/%d", i);
    put(it, url, NULL, text, i);
    EXPECT(finds(it, "http://h/used", NULL, "used"));
  }
  EXPECT(get(it, "http://h/999", NULL, NULL) && !get(it, "http://h/1", NULL, NULL));
  EXPECT(finds(it, "http://h/used", NULL, "used"));
  it->destroy(it);
  it = memory_store(100, 1);
  put(it, "http://h/", NULL, "too large for this store", 1);
  EXPECT(finds(it, "http://h/", NULL, NULL));
  it->destroy(it);
}

/* A response that does not fit removes the older response that it would replace, and no other. */
static void replace_what_does_not_fit(store *it, size_t len) {
  char *text = malloc(len + 1);
  if (!it || !text) abort();
  memset(text, 'x', len);
  text[len] = 0;
  put(it, "http://h/a", NULL, "old", 10);
  put(it, "http://h/b", NULL, "other", 10);
  put(it, "http://h/a", NULL, text, 20);
  EXPECT(finds(it, "http://h/a", NULL, NULL) && finds(it, "http://h/b", NULL, "other"));
  it->destroy(it);
  free(text);
}

static void stores_replace_what_does_not_fit(void) {
  remove_files();
  replace_what_does_not_fit(memory_store(3000, 1), 3000);
  replace_what_does_not_fit(open_disk(1 << 20), 1 << 19);
}

static void disk_keeps_order(void) {
  remove_files();
  store *one = open_disk(1 << 20), *other = open_disk(1 << 20);
  if (!one || !other) abort();
  put(one, "http://h/a", NULL, "old", 10);
  EXPECT(finds(other, "http://h/a", NULL, "old"));
  one->remove(one, SLICE("http://h/a"), 20);
  put(other, "http://h/a", NULL, "old", 15); /* asked for before the removal */
  EXPECT(finds(one, "http://h/a", NULL, NULL));
  put(other, "http://h/a", NULL, "new", 25);
  EXPECT(finds(one, "http://h/a", NULL, "new"));
  one->remove(one, SLICE("http://h/a"), 86400000000);
  one->remove(one, SLICE("http://h/a"), 28); /* the clock was set back */
  put(other, "http://h/a", NULL, "old", 27);
  EXPECT(finds(one, "http://h/a", NULL, NULL));
  EXPECT(disk_begin(one));
  put(one, "http://h/b", NULL, "b", 30);
  EXPECT(finds(other, "http://h/b", NULL, NULL));
  EXPECT(disk_commit(one));
  EXPECT(finds(other, "http://h/b", NULL, "b"));
  one->destroy(one);
  other->destroy(other);
}

/* Changes the file as somebody with another program could. */
static void change(const char *query) {
  sqlite3 *file;
  if (sqlite3_open(path, &file) != SQLITE_OK || sqlite3_exec(file, query, NULL, NULL, NULL) != SQLITE_OK) abort();
  sqlite3_close(file);
}

static void disk_distrusts(void) {
  static const char *const queries[] = {
      "UPDATE response SET head = x'41'",
      "UPDATE response SET head = x'4100'",
      "UPDATE response SET head = randomblob(3000)",
      "UPDATE response SET head = zeroblob(999)",
      "UPDATE response SET chosen = x''",
      "UPDATE response SET chosen = 'x'",
      "UPDATE response SET vary = ',,,a,b,c'",
      "UPDATE response SET head = 7, body = 7, status = 'x'",
      "UPDATE response SET body = 'tent'",
      "UPDATE response SET body = ''",
      "UPDATE response SET status = 204",
      "UPDATE response SET status = 9999",
      "UPDATE response SET asked = -9223372036854775808",
      "UPDATE response SET received = -9223372036854775808",
      "UPDATE response SET received = 9223372036854775807",
      "UPDATE response SET sum = sum + 1",
      "UPDATE response SET head = cast(replace(cast(head AS text), 'max', 'm x') AS blob)",
  };
  for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
    remove_files();
    store *it = open_disk(1 << 20);
    if (!it) abort();
    put(it, "http://h/a", NULL, "text", 10);
    it->destroy(it);
    change(queries[i]);
    it = open_disk(1 << 20);
    if (!it) abort();
    EXPECT(finds(it, "http://h/a", NULL, NULL));
    put(it, "http://h/a", NULL, "again", 20);
    EXPECT(finds(it, "http://h/a", NULL, "again"));
    it->destroy(it);
    change("UPDATE response SET used = -9223372036854775808");
    it = open_disk(1 << 20);
    if (!it) abort();
    EXPECT(finds(it, "http://h/a", NULL, "again"));
    it->destroy(it);
  }
  warnings = 0;
  remove_files();
  store *it = open_disk(1 << 20);
  if (!it) abort();
  change("DROP TABLE response");
  for (int i = 0; i < 3; i++) {
    EXPECT(finds(it, "http://h/a", NULL, NULL));
    put(it, "http://h/a", NULL, "text", 10);
  }
  EXPECT(warnings == 1);
  it->destroy(it);
}

static void removals_are_known(void) {
  removals it = {0};
  EXPECT(removals_init(&it));
  uint64_t then = removals_now(&it);
  note_removal(&it, SLICE("http://h/a"));
  EXPECT(was_removed(&it, SLICE("http://h/a"), then));
  EXPECT(!was_removed(&it, SLICE("http://h/b"), then));
  EXPECT(!was_removed(&it, SLICE("http://h/a"), removals_now(&it)));
  for (int i = 0; i < REMEMBERED_REMOVALS; i++) note_removal(&it, SLICE("http://h/c"));
  EXPECT(was_removed(&it, SLICE("http://h/b"), then)); /* older removals are forgotten, so any URL counts as removed */
  removals_destroy(&it);
}

typedef struct holder {
  guarded_mutex mutex;
  _Atomic bool has_it;
} holder;

/* Takes the mutex, and gives it back only after the other thread has had time to fork. */
static void *hold(void *user) {
  holder *it = user;
  guarded_lock(&it->mutex);
  it->has_it = true;
  for (int i = 0; i < 20000; i++) sched_yield();
  guarded_unlock(&it->mutex);
  return NULL;
}

static void child_can_lock(void) {
  static holder it;
  pthread_t thread;
  int status = 1;
  if (!guarded_init(&it.mutex) || pthread_create(&thread, NULL, hold, &it) != 0) abort();
  while (!it.has_it) sched_yield();
  pid_t child = fork();
  if (child == 0) {
    alarm(60);
    guarded_lock(&it.mutex);
    _exit(0);
  }
  waitpid(child, &status, 0);
  EXPECT(status == 0);
  pthread_join(thread, NULL);
  guarded_destroy(&it.mutex);
}

/* Opens a sound file with less memory than SQLite needs, again and again. The message never says that the file is
 * unusable, because a user would then delete the file. */
static void lack_of_memory_is_no_damage(void) {
  disk_tools tools = {hmac, fill_random, now_us, warn, &now};
  char reason[400];
  int refused = 0;
  for (int is_new = 1; is_new >= 0; is_new--) {
    store *it = NULL;
    for (sqlite3_int64 room = 1000; !it && room < 4000000; room += 500) {
      if (is_new) remove_files();
      sqlite3_hard_heap_limit64(sqlite3_memory_used() + room);
      it = disk_store(path, "", 1 << 20, 10, &tools, reason, sizeof reason);
      sqlite3_hard_heap_limit64(0);
      if (it) break;
      refused++;
      bool blames_file = strstr(reason, "delete it") || strstr(reason, "another program");
      EXPECT(!blames_file);
      if (blames_file) printf("    %s\n", reason);
    }
    EXPECT(it != NULL);
    if (it) it->destroy(it);
  }
  EXPECT(refused > 10);
  remove_files();
}

/* Limits the size of files that a child writes. SIGXFSZ would end the child, because it has its default action. */
static void limit_is_kept(void) {
  int status = 1;
  remove_files();
  pid_t child = fork();
  if (child == 0) {
    char reason[400];
    disk_tools tools = {hmac, fill_random, now_us, warn, &now};
    struct rlimit limit = {10000, RLIM_INFINITY};
    signal(SIGXFSZ, SIG_DFL);
    setrlimit(RLIMIT_FSIZE, &limit);
    store *it = disk_store(path, "", 1 << 20, 10, &tools, reason, sizeof reason);
    _exit(it != NULL || !strstr(reason, "disk"));
  }
  waitpid(child, &status, 0);
  EXPECT(status == 0);
  remove_files();
}

int main(void) {
  int number = mkstemp(path);
  if (number < 0) return 2;
  close(number);
  test("memory finds what is for a request", memory_behaves);
  test("a file finds what is for a request", disk_behaves);
  test("memory forgets what was used longest ago", memory_forgets);
  test("a response that is too large for a store removes the older one", stores_replace_what_does_not_fit);
  test("two users of a file see each other's changes, and no response that is older than a removal", disk_keeps_order);
  test("a file that somebody has changed does no harm", disk_distrusts);
  test("a file is not called damaged if there is no memory to open it", lack_of_memory_is_no_damage);
  test("a file that is longer than the process may write is like a full disk", limit_is_kept);
  test("a removal while a request is under way is known", removals_are_known);
  test("a child can take a mutex that another thread had when it forked", child_can_lock);
  remove_files();
  return failures > 0;
}
