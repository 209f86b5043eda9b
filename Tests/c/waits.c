/* What blocking calls wait for: the right connection, and one that is open. */
#include "calls.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static moya_provider *provider;

/* The port at our end of every connection; 0: the kernel chooses. */
static _Atomic in_port_t port;
static _Atomic bool has_one_port;
/* The connection on which something was sent last. */
static _Atomic int last = -1;

/* These two stand in place of the C library's. */
int from_one_port(int descriptor, const struct sockaddr *peer, socklen_t length) __asm__("connect");
ssize_t noted_send(int descriptor, const void *data, size_t length, int flags) __asm__("send");

int from_one_port(int descriptor, const struct sockaddr *peer, socklen_t length) {
  struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = port, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof own;
  int yes = 1;
  if (has_one_port && peer->sa_family == AF_INET) {
    EXPECT(setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0);
    EXPECT(bind(descriptor, (struct sockaddr *)&own, size) == 0, "port %d", ntohs(port));
    if (getsockname(descriptor, (struct sockaddr *)&own, &size) == 0) port = own.sin_port;
  }
  return (int)syscall(SYS_connect, descriptor, peer, length);
}

ssize_t noted_send(int descriptor, const void *data, size_t length, int flags) {
  last = descriptor;
  return syscall(SYS_sendto, descriptor, data, length, flags, NULL, 0);
}

static void expect_answer(moya_target target) {
  target.timeout_ms = 20000;
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, &response, &error), MOYA_OK);
  EXPECT(moya_response_status(response) == 200, "%s", error ? moya_error_message(error).data : "");
  moya_response_release(response);
  moya_error_release(error);
}

/* Connections to different servers may have one port. The calls go to two in turn, each on its connection. */
static void one_port(void) {
  server other = server_start("Tests/servers/faultserver.py");
  has_one_port = true;
  for (int count = 0; count < 8; count++) {
    moya_target target = target_of("/ok");
    if (count % 2) target.base_url = other.url;
    expect_answer(target);
  }
  has_one_port = false;
  EXPECT(port != 0, "the library connects with another function");
  server_stop(&other);
}

/* Which of the first descriptors are eventfds. */
static void find_eventfds(bool *found) {
  for (int number = 0; number < 256; number++) {
    char path[32], name[32] = "";
    snprintf(path, sizeof path, "/proc/self/fd/%d", number);
    found[number] = readlink(path, name, sizeof name - 1) > 0 && strstr(name, "eventfd");
  }
}

/* The program closes what the call waits for: it neither waits for ever nor keeps a CPU busy. */
static void closed(void) {
  moya_provider *own = provider_of(MOYA_PUMP_DISPATCH);
  moya_target target = target_of("/never");
  target.timeout_ms = 20000;
  moya_exchange *exchange = NULL;
  moya_response *response = NULL;
  moya_error *error = NULL;
  bool before[256], now[256];
  find_eventfds(before);
  last = -1;
  while (last < 0) {
    EXPECT_STATUS(moya_provider_exchange(own, &target, 1, &exchange, &response, &error), MOYA_OK);
    if (!exchange) return;
  }
  find_eventfds(now);
  for (int number = 0; number < 256; number++) {
    if (now[number] && !before[number]) close(number);
  }
  close(last);
  EXPECT_STATUS(moya_provider_exchange(own, &target, -1, &exchange, &response, &error), MOYA_ERROR_NETWORK);
  EXPECT(!exchange);
  moya_error_release(error);
  moya_provider_destroy(own);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  provider = provider_of(MOYA_PUMP_DISPATCH);
  TEST("blocking calls to two servers wait for the right one, though both connections have one port", one_port);
  TEST("a call whose connection the program closes ends", closed);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
