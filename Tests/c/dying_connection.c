/* The server ends an idle connection while the library sends a request on it, before the library waits for the response.
 * libcurl connects again at once. */
#include "check.h"

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static _Atomic bool waits_for_the_server;

/* Replaces `send` of the C library. If `waits_for_the_server` is true, the next call of `send` returns only after
 * the server has ended the connection. On a busy machine, the server may end a connection so early without this
 * wait, too. */
ssize_t send(int socket, const void *bytes, size_t count, int flags) {
  ssize_t sent = syscall(SYS_sendto, socket, bytes, count, flags, NULL, 0);
  struct pollfd end = {socket, POLLRDHUP, 0};
  if (atomic_exchange(&waits_for_the_server, false)) poll(&end, 1, 30000);
  return sent;
}

static _Atomic bool has_no_descriptor;

/* Replaces `socket` of the C library. If `has_no_descriptor` is true, the next call fails. */
int socket(int domain, int type, int protocol) {
  if (!atomic_exchange(&has_no_descriptor, false)) return (int)syscall(SYS_socket, domain, type, protocol);
  errno = EMFILE;
  return -1;
}

/* What prevents the connection that is to replace the first one. */
typedef enum obstacle { NOTHING, FULL_BACKLOG, NO_LISTENER, NO_DESCRIPTOR } obstacle;

static int listening, connections;
static sem_t ended; /* posted when the last call has ended */

/* The number of calls that the first connection serves. After these calls, the loop watches this connection for the
 * events that it needs. */
enum { ANSWERED = 3 };

/* Begins connections that the server does not accept. Then the backlog is full, and no further connection can be
 * made. */
static void fill(int *fillers, int count, const struct sockaddr_in *address) {
  for (int i = 0; i < count; i++) {
    fillers[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    connect(fillers[i], (const struct sockaddr *)address, sizeof *address);
  }
}

/* Serves `ANSWERED` requests of the first connection, and closes the connection at the next request. Then serves all
 * requests of a second connection, unless there is an obstacle. */
static void *serve(void *user) {
  const obstacle obstacle = *(enum obstacle *)user;
  static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  char request[4096];
  int fillers[4], count = obstacle == FULL_BACKLOG ? 4 : 0;
  struct sockaddr_in address;
  socklen_t size = sizeof address;
  getsockname(listening, (struct sockaddr *)&address, &size);
  for (connections = 0; connections < (obstacle ? 1 : 2); connections++) {
    int connection = accept(listening, NULL, NULL);
    for (int i = 0; recv(connection, request, sizeof request, 0) > 0; i++) {
      if (connections == 0 && i == ANSWERED) break;
      syscall(SYS_sendto, connection, answer, sizeof answer - 1, MSG_NOSIGNAL, NULL, 0);
    }
    fill(fillers, count, &address);
    if (obstacle == NO_LISTENER) shutdown(listening, SHUT_RDWR);
    has_no_descriptor = obstacle == NO_DESCRIPTOR;
    close(connection);
  }
  if (obstacle) sem_wait(&ended);
  for (int i = 0; i < count; i++) close(fillers[i]);
  return NULL;
}

/* Makes `ANSWERED` calls of GET, and then one call of `method`, which must end with `wanted`. If there is no obstacle,
 * makes another call. */
static void call(enum obstacle obstacle, const char *method, moya_status wanted) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  char url[64];
  pthread_t server;
  listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(listening, (struct sockaddr *)&address, size) || listen(listening, 1) || sem_init(&ended, 0, 0)) abort();
  getsockname(listening, (struct sockaddr *)&address, &size);
  snprintf(url, sizeof url, "http://127.0.0.1:%d", ntohs(address.sin_port));
  pthread_create(&server, NULL, serve, &obstacle);

  moya_provider *provider = NULL;
  moya_provider_options options =
      MOYA_PROVIDER_OPTIONS(.proxy = "", .connect_timeout_ms = obstacle == FULL_BACKLOG ? 300 : 20000,
                            .idle_timeout_ms = 5000, .total_timeout_ms = 20000);
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  moya_target target = MOYA_TARGET(.base_url = url, .path = "/x");
  for (int i = 0; i < ANSWERED + (obstacle ? 1 : 2); i++) {
    moya_response *response = NULL;
    moya_error *error = NULL;
    waits_for_the_server = i == ANSWERED;
    target.method = i == ANSWERED ? method : NULL;
    moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
    EXPECT_STATUS(status, i == ANSWERED ? wanted : MOYA_OK);
    moya_response_release(response);
    moya_error_release(error);
  }
  sem_post(&ended);
  moya_provider_destroy(provider);
  pthread_join(server, NULL);
  close(listening);
  sem_destroy(&ended);
}

static void dying(void) { call(NOTHING, "GET", MOYA_OK); }
static void replaced_by_none(void) { call(FULL_BACKLOG, "GET", MOYA_ERROR_TIMEOUT_CONNECT); }
/* The server may have carried out the POST, so nobody may send it again. After MOYA_ERROR_CONNECT, callers send any
 * request again, so the POST must not end with this error. If a descriptor is missing, the library itself closes idle
 * connections and sends a request again. */
static void lost(void) {
  call(NO_LISTENER, "GET", MOYA_ERROR_CONNECT);
  call(NO_LISTENER, "POST", MOYA_ERROR_NETWORK);
  call(NO_DESCRIPTOR, "POST", MOYA_ERROR_NETWORK);
}

int main(void) {
  TEST("a GET under which a kept connection has ended at once goes out again on a new one", dying);
  TEST("a connection that is to replace one which ended under a GET has the connect timeout", replaced_by_none);
  TEST("a POST under which a kept connection has ended is lost, even if no new connection can be opened", lost);
  return verdict();
}
