/* An event loop of libcurl's multi_socket interface and epoll, for the baselines. A careful C programmer would write it
 * like this after reading curl's documentation. It reuses easy handles, sets CURLOPT_NOSIGNAL, and collects finished
 * transfers before every wait. */
#ifndef CURL_MULTI_H
#define CURL_MULTI_H

#include "bench.h"

#include <curl/curl.h>
#include <errno.h>
#include <sys/epoll.h>

typedef struct transfer {
  CURL *easy;
  char body[4096];
  size_t length;
} transfer;

typedef struct loop {
  CURLM *multi;
  int epoll;
  double deadline; /* when libcurl wants to be called without an event; negative: never */
  long to_start;   /* requests still to be sent */
  long under_way;
} loop;

static size_t loop_receive(char *bytes, size_t size, size_t count, void *user) {
  transfer *into = user;
  size_t length = size * count;
  if (length > sizeof into->body - into->length) return 0;
  memcpy(into->body + into->length, bytes, length);
  into->length += length;
  return length;
}

static int loop_socket(CURL *easy, curl_socket_t socket, int what, void *user, void *known) {
  (void)easy;
  loop *it = user;
  struct epoll_event event = {0};
  event.data.fd = socket;
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(it->epoll, EPOLL_CTL_DEL, socket, &event);
    curl_multi_assign(it->multi, socket, NULL);
    return 0;
  }
  if (what & CURL_POLL_IN) event.events |= EPOLLIN;
  if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
  epoll_ctl(it->epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
  if (!known) curl_multi_assign(it->multi, socket, it);
  return 0;
}

static int loop_timer(CURLM *multi, long timeout_ms, void *user) {
  (void)multi;
  loop *it = user;
  it->deadline = timeout_ms < 0 ? -1 : bench_seconds() + (double)timeout_ms / 1e3;
  return 0;
}

static void loop_open(loop *it) {
  curl_global_init(CURL_GLOBAL_DEFAULT);
  *it = (loop){curl_multi_init(), epoll_create1(EPOLL_CLOEXEC), -1, 0, 0};
  curl_multi_setopt(it->multi, CURLMOPT_SOCKETFUNCTION, loop_socket);
  curl_multi_setopt(it->multi, CURLMOPT_SOCKETDATA, it);
  curl_multi_setopt(it->multi, CURLMOPT_TIMERFUNCTION, loop_timer);
  curl_multi_setopt(it->multi, CURLMOPT_TIMERDATA, it);
}

static void transfer_open(transfer *it, const char *url) {
  it->easy = curl_easy_init();
  it->length = 0;
  curl_easy_setopt(it->easy, CURLOPT_URL, url);
  curl_easy_setopt(it->easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(it->easy, CURLOPT_WRITEFUNCTION, loop_receive);
  curl_easy_setopt(it->easy, CURLOPT_WRITEDATA, it);
  curl_easy_setopt(it->easy, CURLOPT_PRIVATE, it);
  curl_easy_setopt(it->easy, CURLOPT_PIPEWAIT, 1L); /* over HTTP/2, all requests use one connection */
  if (bench_ca_file()) curl_easy_setopt(it->easy, CURLOPT_CAINFO, bench_ca_file());
}

static void loop_start(loop *it, transfer *which) {
  which->length = 0;
  it->to_start--;
  it->under_way++;
  curl_multi_add_handle(it->multi, which->easy);
}

/* Collects finished transfers, checks them, and starts them again while there are requests to send. */
static void loop_collect(loop *it) {
  CURLMsg *message;
  int left;
  while ((message = curl_multi_info_read(it->multi, &left))) {
    CURL *easy = message->easy_handle;
    transfer *which;
    long status = 0;
    bench_expect(message->data.result == CURLE_OK, "a request failed");
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&which);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    bench_expect_answer(status, which->length);
    curl_multi_remove_handle(it->multi, easy);
    it->under_way--;
    if (it->to_start > 0) loop_start(it, which);
  }
}

/* Sends `requests` requests, at most `count` at a time. */
static void loop_run(loop *it, transfer *transfers, long count, long requests) {
  struct epoll_event events[256];
  int running = 0;
  it->to_start = requests;
  for (long i = 0; i < count && it->to_start > 0; i++) loop_start(it, &transfers[i]);

  while (it->under_way > 0) {
    int wait_ms = -1;
    if (it->deadline >= 0) {
      double left = it->deadline - bench_seconds();
      wait_ms = left > 0 ? (int)(left * 1e3) + 1 : 0;
    }
    int ready = epoll_wait(it->epoll, events, 256, wait_ms);
    bench_expect(ready >= 0 || errno == EINTR, "epoll_wait failed");
    for (int i = 0; i < ready; i++) {
      int mask = 0;
      if (events[i].events & EPOLLIN) mask |= CURL_CSELECT_IN;
      if (events[i].events & EPOLLOUT) mask |= CURL_CSELECT_OUT;
      if (events[i].events & (EPOLLERR | EPOLLHUP)) mask |= CURL_CSELECT_ERR;
      curl_multi_socket_action(it->multi, events[i].data.fd, mask, &running);
    }
    if (it->deadline >= 0 && bench_seconds() >= it->deadline) {
      it->deadline = -1;
      curl_multi_socket_action(it->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
    loop_collect(it);
  }
}

#endif
