/* Tests the store in a Redis server.
 *
 *     redis_store ADDRESS BIN      BIN stops the server ("BIN stop") and starts it again ("BIN start")
 *     redis_store ADDRESS [again]  makes one request, or requests until one succeeds
 *     redis_store ADDRESS late     closes the store while a lease comes, and gives the lease back */
#define _GNU_SOURCE
#include "../../../plugins/shared/stores.h"
#include "check.h"
#include "store_rows.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct answer {
  store_result result;
  sem_t is_here;
} answer;

static void take(void *user, store_result *result) {
  answer *it = user;
  it->result = *result;
  result->value = (bytes){0};
  sem_post(&it->is_here);
}

store_result asked(store *it, const store_request *request) {
  answer answer = {0};
  if (store_try(it, request, &answer.result)) return answer.result;
  sem_init(&answer.is_here, 0, 0);
  if (store_send(it, request, take, &answer) != MOYA_OK) abort();
  while (sem_wait(&answer.is_here) != 0) continue;
  return answer.result;
}

static store_status said(store *it, const store_request *request) {
  store_result result = asked(it, request);
  bytes_free(&result.value);
  return result.status;
}

static const store_request set = {.kind = STORE_SET, .key = "k", .lifetime_ms = 60000};

__attribute__((unused)) static void forked(store *it) {
  said(it, &set);
  pid_t child = fork();
  if (child == 0) _exit(said(it, &(store_request){.kind = STORE_GET, .key = "k"}) == STORE_DONE ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  CHECK("shared: redis: a forked child has a connection of its own", status == 0 && said(it, &set) == STORE_DONE);
}

static void *many(void *user) {
  for (int i = 0; i < 200; i++) asked(user, &(store_request){.kind = STORE_STEP, .key = "t", .rule = {10, 0}, .takes = true});
  return NULL;
}

static void threads(store *it) {
  pthread_t all[4];
  store_result first = asked(it, &(store_request){.kind = STORE_STEP, .key = "t", .rule = {60000000, 0}, .takes = true});
  for (int i = 0; i < 4; i++) pthread_create(&all[i], NULL, many, it);
  for (int i = 0; i < 4; i++) pthread_join(all[i], NULL);
  store_result last = asked(it, &(store_request){.kind = STORE_STEP, .key = "t", .rule = {10, 0}, .takes = true});
  if (last.at_us != first.at_us + 60000000 + 800 * 10) printf("# %lld %d\n", (long long)(last.at_us - first.at_us), (int)last.status);
  CHECK("shared: redis: no step of four threads is lost", last.at_us == first.at_us + 60000000 + 800 * 10);
}

static bool order(const char *program, const char *what) {
  char line[600];
  snprintf(line, sizeof line, "%s %s", program, what);
  return system(line) == 0;
}

static void stopped(store *it, const char *program) {
  store_result result = {0};
  CHECK("shared: redis: the server stops", order(program, "stop"));
  while ((result = asked(it, &set)).status == STORE_DONE) nanosleep(&(struct timespec){0, 1000000}, NULL);
  CHECK("shared: redis: a server that stopped is an error that names it", result.status == STORE_FAILED && *result.reason);
  while (!store_try(it, &set, &result)) asked(it, &set);
  CHECK("shared: redis: while the server cannot be reached, requests fail at once", result.status == STORE_FAILED && strstr(result.reason, "Redis at "));
  CHECK("shared: redis: no message has the password", !strstr(result.reason, "canary"));
  CHECK("shared: redis: the server starts", order(program, "start"));
  while (said(it, &set) != STORE_DONE) nanosleep(&(struct timespec){0, 5000000}, NULL);
  CHECK("shared: redis: the store comes back with the server", said(it, &set) == STORE_DONE);
  CHECK("shared: redis: the server freezes", order(program, "freeze"));
  CHECK("shared: redis: a server that does not respond is an error", said(it, &set) == STORE_FAILED);
  while (store_try(it, &set, &result) && strstr(result.reason, "broke")) nanosleep(&(struct timespec){0, 1000000}, NULL);
  CHECK("shared: redis: the error says that there is no response", strstr(result.reason, "there was no response within 500 ms"));
  CHECK("shared: redis: the server thaws", order(program, "thaw"));
  while (said(it, &set) != STORE_DONE) nanosleep(&(struct timespec){0, 5000000}, NULL);
  CHECK("shared: redis: the server forgets the script", order(program, "forget"));
  CHECK("shared: redis: a script that the server forgot is loaded again", said(it, &set) == STORE_DONE);
}

/* Gives values back, and closes the store at once. */
static void given_back(const char *address) {
  char reason[500];
  answer answer = {0};
  int taken = 0;
  sem_init(&answer.is_here, 0, 0);
  for (int i = 0; i < 100; i++) {
    store *it = store_open(address, NULL, NULL, reason, sizeof reason);
    store_result lease = asked(it, &(store_request){.kind = STORE_ADD, .key = "given", .owner = "o", .lifetime_ms = 600000});
    taken += lease.status == STORE_TAKEN;
    bytes_free(&lease.value);
    store_send(it, &(store_request){.kind = STORE_DELETE, .key = "given", .owner = "o", .fence = lease.fence}, take, &answer);
    store_close(it);
    sem_wait(&answer.is_here);
    bytes_free(&answer.result.value);
  }
  CHECK("shared: redis: what an instance gives back is free for others, even if the instance ends at once", taken == 0);
}

static store *late_store;
static atomic_bool is_closing;
static bool was_closing;
static store_result late_lease = {.status = STORE_ENDED};

static void ignore(void *user, store_result *result) { (void)user, (void)result; }

/* Receives a lease that no call needs any more. */
static void give_back(void *user, store_result *result) {
  late_lease = *result;
  result->value = (bytes){0};
  was_closing = atomic_load(&is_closing);
  if (result->status != STORE_DONE) return;
  store_request back = {.kind = STORE_DELETE, .key = "late", .owner = user, .fence = result->fence};
  (void)store_send(late_store, &back, ignore, NULL);
}

static int late(store *it) {
  late_store = it;
  store_request lease = {.kind = STORE_ADD, .key = "late", .owner = "o", .lifetime_ms = 600000};
  if (store_send(it, &lease, give_back, "o") != MOYA_OK) return 2;
  getchar(); /* the server has the request */
  atomic_store(&is_closing, true);
  puts("closes");
  fflush(stdout);
  store_close(it);
  printf("%d %s\n", (int)late_lease.status, was_closing ? "closing" : "");
  bytes_free(&late_lease.value);
  return 0;
}

int main(int count, char **arguments) {
  char reason[500];
  if (count < 2) return 2;
  store *it = store_open(arguments[1], NULL, NULL, reason, sizeof reason);
  if (!it) return puts(reason), 2;
  if (count == 3 && strcmp(arguments[2], "late") == 0) return late(it);
  bool repeats = count == 3 && strcmp(arguments[2], "again") == 0;
  if (count == 2 || repeats) { /* only prints the result, which with "again" is the first success */
    store_result result = asked(it, &set);
    while (repeats && result.status != STORE_DONE) result = asked(it, &set);
    printf("%d %s\n", (int)result.status, result.reason);
    bytes_free(&result.value);
    store_close(it);
    return 0;
  }
  store_rows(it, "redis");
#ifndef __SANITIZE_THREAD__ /* ThreadSanitizer allows no thread in a forked child */
  forked(it);
#endif
  threads(it);
  stopped(it, arguments[2]);
  store_close(it);
  it = store_open(arguments[1], NULL, NULL, reason, sizeof reason);
  answer answer = {0};
  sem_init(&answer.is_here, 0, 0);
  store_send(it, &set, take, &answer);
  store_close(it);
  CHECK("shared: redis: a closed store has ended its requests", sem_trywait(&answer.is_here) == 0);
  given_back(arguments[1]);
  return failures > 0;
}
