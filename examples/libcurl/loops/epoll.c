/* Sends ten requests in the program's own epoll loop, without a thread. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { CALLS = 10 };

struct call {
  CURL *easy;
  char *body;
  size_t length;
  char reason[CURL_ERROR_SIZE];
};

static CURLM *multi;
static int waiting, answered;
static int loop, timer;

static size_t collect(char *data, size_t size, size_t count, void *user) {
  struct call *call = user;
  size_t length = size * count;
  char *grown = realloc(call->body, call->length + length + 1);
  if (!grown) return 0;
  call->body = grown;
  memcpy(call->body + call->length, data, length);
  call->length += length;
  call->body[call->length] = 0;
  return length;
}

static int start(struct call *call, const char *base) {
  char url[1024];
  snprintf(url, sizeof url, "%s/zen", base);
  if (!(call->easy = curl_easy_init())) return 0;
  curl_easy_setopt(call->easy, CURLOPT_URL, url);
  curl_easy_setopt(call->easy, CURLOPT_PRIVATE, call);
  curl_easy_setopt(call->easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(call->easy, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(call->easy, CURLOPT_TIMEOUT, 300L);
  curl_easy_setopt(call->easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(call->easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(call->easy, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(call->easy, CURLOPT_WRITEDATA, call);
  curl_easy_setopt(call->easy, CURLOPT_ERRORBUFFER, call->reason);
  return curl_multi_add_handle(multi, call->easy) == CURLM_OK;
}

static void take_ended(void) {
  int left;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    struct call *call;
    long status = 0;
    CURLcode code = message->data.result;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&call);
    curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
    if (code == CURLE_OK) answered += status == 200;
    else fprintf(stderr, "zen: %s\n", *call->reason ? call->reason : curl_easy_strerror(code));
    curl_multi_remove_handle(multi, call->easy);
    waiting--;
  }
}

static int watch(CURL *easy, curl_socket_t socket, int what, void *user, void *known) {
  (void)easy, (void)user;
  if (what == CURL_POLL_REMOVE) return epoll_ctl(loop, EPOLL_CTL_DEL, socket, NULL), 0;
  struct epoll_event event = {.data.fd = socket};
  if (what & CURL_POLL_IN) event.events |= EPOLLIN;
  if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
  curl_multi_assign(multi, socket, &loop); /* marks the socket as one that epoll already watches */
  return epoll_ctl(loop, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event) ? -1 : 0;
}

static int set_timer(CURLM *of, long milliseconds, void *user) {
  (void)of, (void)user;
  struct itimerspec when = {{0, 0}, {0, 0}};
  if (milliseconds > 0) when.it_value = (struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000};
  if (milliseconds == 0) when.it_value.tv_nsec = 1; /* 0 would stop the timer */
  return timerfd_settime(timer, 0, &when, NULL);
}

int main(int count, char **arguments) {
  static struct call calls[CALLS];
  if (count != 2 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  if (!(multi = curl_multi_init())) return 2;
  loop = epoll_create1(EPOLL_CLOEXEC);
  timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = timer};
  if (loop < 0 || timer < 0 || epoll_ctl(loop, EPOLL_CTL_ADD, timer, &event)) return 2;
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, set_timer);
  for (int number = 0; number < CALLS; number++) waiting += start(&calls[number], arguments[1]);

  while (waiting > 0) {
    int running;
    if (epoll_wait(loop, &event, 1, -1) != 1) continue;
    if (event.data.fd == timer) {
      uint64_t times;
      if (read(timer, &times, sizeof times) == sizeof times)
        curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
    } else {
      int what = 0;
      if (event.events & (EPOLLIN | EPOLLHUP)) what |= CURL_CSELECT_IN;
      if (event.events & EPOLLOUT) what |= CURL_CSELECT_OUT;
      if (event.events & EPOLLERR) what |= CURL_CSELECT_ERR;
      curl_multi_socket_action(multi, event.data.fd, what, &running);
    }
    take_ended();
  }
  printf("%d of %d answered\n", answered, CALLS);

  for (int number = 0; number < CALLS; number++) {
    curl_multi_remove_handle(multi, calls[number].easy);
    curl_easy_cleanup(calls[number].easy);
    free(calls[number].body);
  }
  curl_multi_cleanup(multi);
  close(timer);
  close(loop);
  curl_global_cleanup();
  return answered == CALLS ? 0 : 1;
}
