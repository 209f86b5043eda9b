/* libcurl has no memory for the text of an option. Then the library must not send the request without the option. */
#include "check.h"

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

/* The next allocation of this many bytes fails; 0: none fails. No Swift object has the size that the test sets. */
static _Atomic size_t refused;

#ifdef __SANITIZE_ADDRESS__
/* A sanitizer has its own allocator, so no allocation is refused, and each request must be sent. */
enum { REFUSES = 0 };
#else
enum { REFUSES = 1 };
void *__libc_malloc(size_t), __libc_free(void *);
void *malloc(size_t size) {
  size_t wanted = size;
  if (size && atomic_compare_exchange_strong(&refused, &wanted, 0)) {
    errno = ENOMEM;
    return NULL;
  }
  return __libc_malloc(size);
}
void free(void *memory) { __libc_free(memory); }
#endif

static int listening;
static char seen[64]; /* the method of the last request */

/* Serves one connection after the other, with all their requests, until the listener is shut down. */
static void *serve(void *unused) {
  static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  char request[4096];
  int connection;
  (void)unused;
  while ((connection = accept(listening, NULL, NULL)) >= 0) {
    ssize_t count;
    while ((count = recv(connection, request, sizeof request - 1, 0)) > 0) {
      request[count] = 0;
      sscanf(request, "%63s", seen);
      if (send(connection, answer, sizeof answer - 1, MSG_NOSIGNAL) < 0) break;
    }
    close(connection);
  }
  return NULL;
}

static char url[64];
static void call(moya_provider *provider, const char *method, size_t size, moya_status wanted) {
  moya_target target = MOYA_TARGET(.base_url = url, .path = "/x", .method = method);
  moya_response *response = NULL;
  moya_error *error = NULL;
  seen[0] = 0;
  refused = REFUSES ? size : 0;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), wanted);
  EXPECT(refused == 0, "nothing of %zu bytes was asked for", size);
  EXPECT(strcmp(seen, wanted == MOYA_OK ? method : "") == 0, "%s went out for %s", seen, method);
  moya_response_release(response);
  moya_error_release(error);
}

static void methods(void) {
  static const char own[] = "X-A-METHOD-WHOSE-NAME-IS-AS-LONG-AS-NO-OTHER";
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  pthread_t server;
  listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(listening, (struct sockaddr *)&address, size) || listen(listening, 4)) abort();
  getsockname(listening, (struct sockaddr *)&address, &size);
  snprintf(url, sizeof url, "http://127.0.0.1:%d", ntohs(address.sin_port));
  pthread_create(&server, NULL, serve, NULL);

  moya_provider *provider = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.proxy = "");
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  call(provider, "GET", 0, MOYA_OK);
  call(provider, own, sizeof own, REFUSES ? MOYA_ERROR_MEMORY : MOYA_OK);
  call(provider, own, 0, MOYA_OK);
  call(provider, "GET", 0, MOYA_OK);
  moya_provider_destroy(provider);
  shutdown(listening, SHUT_RDWR);
  pthread_join(server, NULL);
  close(listening);
}

int main(void) {
  TEST("a request whose method libcurl has no memory for ends with MEMORY, and those after it have theirs", methods);
  return verdict();
}
