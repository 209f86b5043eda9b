/* Sends ten requests in libuv's loop, without a thread. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { CALLS = 10 };

struct call {
  CURL *easy;
  char *body;
  size_t length;
  char reason[CURL_ERROR_SIZE];
};

static CURLM *multi;
static int waiting, answered;
static uv_loop_t *loop;
static uv_timer_t timer;

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
  if (waiting == 0 && !uv_is_closing((uv_handle_t *)&timer)) uv_close((uv_handle_t *)&timer, NULL);
}

static void ready(uv_poll_t *poll, int status, int events) {
  int running, what = 0;
  if (status < 0) what = CURL_CSELECT_ERR;
  if (events & UV_READABLE) what |= CURL_CSELECT_IN;
  if (events & UV_WRITABLE) what |= CURL_CSELECT_OUT;
  curl_multi_socket_action(multi, (curl_socket_t)(intptr_t)poll->data, what, &running);
  take_ended();
}

static void closed(uv_handle_t *handle) { free(handle); }

static int watch(CURL *easy, curl_socket_t socket, int what, void *user, void *known) {
  (void)easy, (void)user;
  uv_poll_t *poll = known;
  if (what == CURL_POLL_REMOVE) {
    if (!poll) return 0;
    uv_poll_stop(poll);
    uv_close((uv_handle_t *)poll, closed);
    return curl_multi_assign(multi, socket, NULL) == CURLM_OK ? 0 : -1;
  }
  if (!poll) {
    if (!(poll = malloc(sizeof *poll)) || uv_poll_init_socket(loop, poll, socket)) return -1;
    poll->data = (void *)(intptr_t)socket;
    curl_multi_assign(multi, socket, poll);
  }
  int events = (what & CURL_POLL_IN ? UV_READABLE : 0) | (what & CURL_POLL_OUT ? UV_WRITABLE : 0);
  return uv_poll_start(poll, events, ready) ? -1 : 0;
}

static void timed(uv_timer_t *of) {
  (void)of;
  int running;
  curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
  take_ended();
}

static int set_timer(CURLM *of, long milliseconds, void *user) {
  (void)of, (void)user;
  if (uv_is_closing((uv_handle_t *)&timer)) return 0;
  if (milliseconds < 0) return uv_timer_stop(&timer);
  return uv_timer_start(&timer, timed, (uint64_t)milliseconds, 0);
}

int main(int count, char **arguments) {
  static struct call calls[CALLS];
  if (count != 2 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  if (!(multi = curl_multi_init())) return 2;
  loop = uv_default_loop();
  uv_timer_init(loop, &timer);
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, set_timer);
  for (int number = 0; number < CALLS; number++) waiting += start(&calls[number], arguments[1]);

  uv_run(loop, UV_RUN_DEFAULT);
  printf("%d of %d answered\n", answered, CALLS);

  for (int number = 0; number < CALLS; number++) {
    curl_multi_remove_handle(multi, calls[number].easy);
    curl_easy_cleanup(calls[number].easy);
    free(calls[number].body);
  }
  curl_multi_cleanup(multi);
  uv_run(loop, UV_RUN_DEFAULT); /* frees the handles of the sockets that the cleanup has closed */
  uv_loop_close(loop);
  curl_global_cleanup();
  return answered == CALLS ? 0 : 1;
}
