/* When connections of the library time out, threads of the program open sockets. These often get the numbers that the
 * descriptors of the connections had. The library must not close, replace, read or watch such a socket. */
#include "calls.h"

#include <arpa/inet.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/stat.h>

enum { ROUNDS = 25, CALLS = 64, HELD = 8 };

static atomic_bool is_over;
static atomic_int replaced, robbed, made;

static ino_t inode(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

/* Opens and closes sockets of the program again and again. Before it closes a socket, it checks that nothing has
 * replaced it or read from it. */
static void *use_sockets(void *unused) {
  (void)unused;
  int ends[HELD][2];
  ino_t inodes[HELD][2];
  while (!atomic_load(&is_over)) {
    for (int pair = 0; pair < HELD; pair++) {
      if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends[pair])) abort();
      for (int end = 0; end < 2; end++) inodes[pair][end] = inode(ends[pair][end]);
      /* Sends a byte. If an epoll set of the library had the other socket by mistake, the library would read this
       * byte. */
      EXPECT(write(ends[pair][0], "x", 1) == 1);
      atomic_fetch_add(&made, 2);
    }
    for (int pair = 0; pair < HELD; pair++) {
      char byte = 0;
      if (recv(ends[pair][1], &byte, 1, MSG_DONTWAIT) != 1 || byte != 'x') atomic_fetch_add(&robbed, 1);
      for (int end = 0; end < 2; end++) {
        if (inode(ends[pair][end]) != inodes[pair][end]) atomic_fetch_add(&replaced, 1);
        close(ends[pair][end]);
      }
    }
  }
  return NULL;
}

/* Makes a listener that accepts no connection, and fills its backlog. So connecting to it never ends. */
static server full_listener(int *held, int *count) {
  server result = {0, -1, 0, ""};
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int listener = held[(*count)++] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  EXPECT(bind(listener, (struct sockaddr *)&address, length) == 0 && listen(listener, 0) == 0);
  getsockname(listener, (struct sockaddr *)&address, &length);
  bool is_full = false;
  while (!is_full && *count < 16) {
    int client = held[(*count)++] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    (void)!connect(client, (struct sockaddr *)&address, length);
    struct pollfd connected = {client, POLLOUT, 0};
    is_full = poll(&connected, 1, 300) == 0;
  }
  EXPECT(is_full, "nothing would wait for a connection");
  result.port = ntohs(address.sin_port);
  snprintf(result.url, sizeof result.url, "http://127.0.0.1:%d", result.port);
  return result;
}

static void *process(void *provider) {
  while (!atomic_load(&is_over)) EXPECT_STATUS(moya_provider_process(provider, 100, NULL), MOYA_OK);
  return NULL;
}

static void timeouts(void) {
  int held[16], count = 0;
  server full = full_listener(held, &count);
  moya_target target = target_of("/");
  target.base_url = full.url;
  target.timeout_ms = 5;
  moya_provider *providers[] = {provider_of(MOYA_PUMP_DISPATCH), provider_of(MOYA_PUMP_HOST)};
  moya_queue *queue = NULL;
  EXPECT_STATUS(moya_queue_create(&queue, NULL), MOYA_OK);

  pthread_t threads[3];
  pthread_create(&threads[0], NULL, process, providers[1]);
  for (int index = 1; index < 3; index++) pthread_create(&threads[index], NULL, use_sockets, NULL);
  int rounds = runs_under("plain") ? ROUNDS : ROUNDS / 5;
  for (int round = 0; round < rounds || atomic_load(&made) <= 1000; round++) {
    for (int call = 0; call < CALLS; call++) {
      EXPECT_STATUS(moya_provider_enqueue(providers[call % 2], &target, queue, (uint64_t)call, 0, NULL, NULL, NULL), MOYA_OK);
    }
    for (int ended = 0; ended < CALLS; ended++) {
      moya_completion row = {0};
      EXPECT(moya_queue_wait(queue, &row, sizeof row, 1, 60000) == 1, "a call never ended");
      EXPECT_STATUS(row.status, MOYA_ERROR_TIMEOUT_TOTAL);
      moya_completions_release(&row, sizeof row, 1);
    }
    /* A blocking call also times out. This thread runs its loop. */
    moya_error *error = NULL;
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(providers[0], &target, NULL, &response, &error), MOYA_ERROR_TIMEOUT_TOTAL);
    moya_error_release(error);
  }
  atomic_store(&is_over, true);
  for (int index = 0; index < 3; index++) pthread_join(threads[index], NULL);
  EXPECT(atomic_load(&robbed) == 0, "%d of %d have lost their byte", atomic_load(&robbed), atomic_load(&made));
  EXPECT(atomic_load(&replaced) == 0, "%d of %d", atomic_load(&replaced), atomic_load(&made));
  for (int index = 0; index < 2; index++) moya_provider_destroy(providers[index]);
  moya_queue_destroy(queue);
  while (count > 0) close(held[--count]);
}

int main(void) {
  TEST("no socket of the program is replaced, read or watched while connections time out", timeouts);
  return verdict();
}
