/* Sends ten requests in GLib's main loop, without a thread. */
#include <curl/curl.h>
#include <glib-unix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 10 };

struct call {
  CURL *easy;
  char *body;
  size_t length;
  char reason[CURL_ERROR_SIZE];
};

static CURLM *multi;
static int waiting, answered;
static GMainLoop *loop;
static guint timer;

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
  if (waiting == 0) g_main_loop_quit(loop);
}

static gboolean ready(int socket, GIOCondition condition, gpointer user) {
  (void)user;
  int running, what = 0;
  if (condition & (G_IO_IN | G_IO_HUP)) what |= CURL_CSELECT_IN;
  if (condition & G_IO_OUT) what |= CURL_CSELECT_OUT;
  if (condition & G_IO_ERR) what |= CURL_CSELECT_ERR;
  curl_multi_socket_action(multi, socket, what, &running);
  take_ended();
  return G_SOURCE_CONTINUE;
}

static int watch(CURL *easy, curl_socket_t socket, int what, void *user, void *known) {
  (void)easy, (void)user;
  if (known) g_source_remove(GPOINTER_TO_UINT(known)); /* a source's events cannot be changed */
  guint source = 0;
  GIOCondition events = G_IO_ERR | G_IO_HUP;
  if (what != CURL_POLL_REMOVE) {
    if (what & CURL_POLL_IN) events |= G_IO_IN;
    if (what & CURL_POLL_OUT) events |= G_IO_OUT;
    source = g_unix_fd_add(socket, events, ready, NULL);
  }
  curl_multi_assign(multi, socket, GUINT_TO_POINTER(source));
  return 0;
}

static gboolean timed(gpointer user) {
  (void)user;
  int running;
  timer = 0;
  curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
  take_ended();
  return G_SOURCE_REMOVE;
}

static int set_timer(CURLM *of, long milliseconds, void *user) {
  (void)of, (void)user;
  if (timer) g_source_remove(timer);
  timer = milliseconds < 0 ? 0 : g_timeout_add((guint)milliseconds, timed, NULL);
  return 0;
}

int main(int count, char **arguments) {
  static struct call calls[CALLS];
  if (count != 2 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  if (!(multi = curl_multi_init())) return 2;
  loop = g_main_loop_new(NULL, FALSE);
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, set_timer);
  for (int number = 0; number < CALLS; number++) waiting += start(&calls[number], arguments[1]);

  g_main_loop_run(loop);
  printf("%d of %d answered\n", answered, CALLS);

  for (int number = 0; number < CALLS; number++) {
    curl_multi_remove_handle(multi, calls[number].easy);
    curl_easy_cleanup(calls[number].easy);
    free(calls[number].body);
  }
  curl_multi_cleanup(multi);
  if (timer) g_source_remove(timer);
  g_main_loop_unref(loop);
  curl_global_cleanup();
  return answered == CALLS ? 0 : 1;
}
