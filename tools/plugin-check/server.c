#include "server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LONGEST_HEAD = 16384, PIECE = 5 };

/* Reads a request up to the end of its head. Returns the length of the head. Returns 0 if the connection has ended or
 * the head is too long. `have` is the number of bytes in the buffer. */
static size_t read_head(int socket, char *buffer, size_t *have) {
  for (;;) {
    buffer[*have] = 0;
    char *end = strstr(buffer, "\r\n\r\n");
    if (end) return (size_t)(end + 4 - buffer);
    if (*have == LONGEST_HEAD) return 0;
    ssize_t more = recv(socket, buffer + *have, LONGEST_HEAD - *have, 0);
    if (more <= 0) return 0;
    *have += (size_t)more;
  }
}

/* Skips the body of a request. The field Content-Length, which the library has set, gives the length of the body. */
static bool skip_body(int socket, char *buffer, size_t head, size_t *have) {
  char *field = strcasestr(buffer, "\r\nContent-Length:");
  size_t length = field && field < buffer + head ? strtoul(field + 17, NULL, 10) : 0, rest = *have - head;
  memmove(buffer, buffer + head, rest);
  while (rest < length) {
    ssize_t more = recv(socket, buffer, LONGEST_HEAD, 0);
    if (more <= 0) return false;
    rest += (size_t)more;
  }
  *have = 0;
  return true;
}

static bool send_all(int socket, const void *data, size_t len) {
  for (size_t at = 0; at < len;) {
    ssize_t sent = send(socket, (const char *)data + at, len - at, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    at += (size_t)sent;
  }
  return true;
}

static const scene *scene_of(const char *head) {
  const char *path = strstr(head, "/items/");
  for (size_t index = 0; path && index < scene_count; index++) {
    size_t length = strlen(scenes[index].name);
    if (strncmp(path + 7, scenes[index].name, length) == 0 && strchr(" ?", path[7 + length])) return &scenes[index];
  }
  return NULL;
}

/* Sends the response to a request with this head. Returns false if the connection must be closed. */
static bool respond(int socket, const char *head) {
  static const answer unknown = {200, 0, "{}", "Content-Type: application/json\n"};
  const scene *scene = scene_of(head);
  const answer *answer = scene ? &scene->answers[0] : &unknown;
  const char *body = answer->body ? answer->body : "";
  bool has_body = strncmp(head, "HEAD ", 5) != 0 && answer->status != 204 && answer->status != 304;
  char text[4096];
  if (answer->failure) return false;
  int length = snprintf(text, sizeof text, "HTTP/1.1 %d X\r\n", (int)answer->status);
  for (const char *line = answer->fields ? answer->fields : ""; *line;) {
    size_t end = strcspn(line, "\n");
    length += snprintf(text + length, sizeof text - (size_t)length, "%.*s\r\n", (int)end, line);
    line += end + (line[end] == '\n');
  }
  const char *coding = answer->status == 204 ? "" : "Transfer-Encoding: chunked\r\n";
  length += snprintf(text + length, sizeof text - (size_t)length, "%s\r\n", coding);
  if (!send_all(socket, text, (size_t)length)) return false;
  if (!has_body) return true;
  for (size_t at = 0, all = strlen(body); at < all; at += PIECE) {
    size_t piece = all - at < PIECE ? all - at : PIECE;
    length = snprintf(text, sizeof text, "%zx\r\n%.*s\r\n", piece, (int)piece, body + at);
    if (!send_all(socket, text, (size_t)length)) return false;
  }
  return send_all(socket, "0\r\n\r\n", 5);
}

static void *serve(void *argument) {
  int socket = (int)(intptr_t)argument;
  char *buffer = malloc(LONGEST_HEAD + 1);
  size_t have = 0, head;
  while (buffer && (head = read_head(socket, buffer, &have)) > 0) {
    char copy[512];
    snprintf(copy, sizeof copy, "%.*s", (int)strcspn(buffer, "\r"), buffer);
    if (!skip_body(socket, buffer, head, &have) || !respond(socket, copy)) break;
  }
  free(buffer);
  close(socket);
  return NULL;
}

static void *accept_all(void *argument) {
  int listener = (int)(intptr_t)argument, socket;
  while ((socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, serve, (void *)(intptr_t)socket) == 0) pthread_detach(thread);
    else close(socket);
  }
  return NULL;
}

int server_begin(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  pthread_t thread;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0) return 0;
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 64) ||
      getsockname(listener, (struct sockaddr *)&address, &length) ||
      pthread_create(&thread, NULL, accept_all, (void *)(intptr_t)listener)) {
    close(listener);
    return 0;
  }
  pthread_detach(thread);
  return ntohs(address.sin_port);
}
