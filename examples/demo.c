/* Shows what the library can do, from C: `demo SERVER-URL PLUGIN.so`
 *
 * It loads a plugin from a shared object, makes a blocking call, makes 64 asynchronous calls through a completion
 * queue, and makes the first call again with a stub. script/demo builds it, starts examples/server.py and runs it.
 */
#include <moya/moya.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { CALLS = 64 };

/* Prints the message of an error, and releases it. Returns 1, the exit status of this program. */
static int failed(const char *what, moya_status status, moya_error *error) {
  const char *message = moya_error_message(error).data;
  fprintf(stderr, "%s: %s: %s\n", what, moya_status_name(status), message ? message : "");
  moya_error_release(error);
  return 1;
}

static void print_user(const moya_response *response) {
  moya_str login = {NULL, 0};
  int64_t followers = 0;
  moya_response_json_string(response, "login", &login, NULL);
  moya_response_json_int64(response, "followers", &followers, NULL);
  printf("  HTTP %d: %s has %lld followers\n", (int)moya_response_http_status(response), login.data ? login.data : "?",
         (long long)followers);
}

static int blocking(moya_provider *provider, const moya_target *target) {
  moya_response *response;
  moya_error *error;
  moya_status status = moya_provider_call(provider, target, NULL, &response, &error);
  if (status != MOYA_OK) return failed("the call", status, error);
  print_user(response);
  printf("  hooks so far: %s\n", moya_response_header(response, "X-Hooks").data);
  moya_response_release(response);
  return 0;
}

/* Asks the server whether it received the header field that the plugin adds. */
static int headers(moya_provider *provider, const char *url) {
  moya_target target = MOYA_TARGET(.name = "headers", .base_url = url, .path = "/headers");
  moya_response *response;
  moya_error *error;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  if (status != MOYA_OK) return failed("headers", status, error);
  moya_str stamp = {NULL, 0};
  status = moya_response_json_string(response, "x-stamp", &stamp, &error);
  if (status == MOYA_OK) printf("  the server saw X-Stamp: %s\n", stamp.data);
  moya_response_release(response);
  return status == MOYA_OK ? 0 : failed("headers", status, error);
}

static double milliseconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int asynchronous(moya_provider *provider, const moya_target *target) {
  moya_queue *queue;
  moya_error *error;
  moya_status status = moya_queue_create(&queue, &error);
  if (status != MOYA_OK) return failed("the queue", status, error);

  double started = milliseconds();
  int sent = 0, answered = 0, collected = 0;
  for (; sent < CALLS; sent++) {
    status = moya_provider_enqueue(provider, target, queue, (uint64_t)sent, 0, NULL, NULL, &error);
    if (status != MOYA_OK) {
      failed("enqueue", status, error);
      break;
    }
  }
  while (collected < sent) {
    moya_completion rows[16];
    int64_t taken = moya_queue_wait(queue, rows, sizeof rows[0], 16, 10000);
    if (taken <= 0) break;
    for (int64_t i = 0; i < taken; i++) answered += rows[i].http_status == 200;
    moya_completions_release(rows, sizeof rows[0], (size_t)taken);
    collected += (int)taken;
  }
  printf("  %d of %d answered in %.1f ms\n", answered, CALLS, milliseconds() - started);
  moya_queue_destroy(queue);
  return answered == CALLS ? 0 : 1;
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: %s SERVER-URL PLUGIN.so\n", arguments[0]);
    return 2;
  }
  moya_provider *provider;
  moya_error *error;
  moya_status status = moya_provider_create(NULL, &provider, &error);
  if (status != MOYA_OK) return failed("a provider", status, error);

  status = moya_provider_load_plugin(provider, arguments[2], "{\"value\": \"from a plugin\"}", &error);
  if (status != MOYA_OK) {
    moya_provider_destroy(provider);
    return failed("the plugin", status, error);
  }
  printf("libmoya %s, plugin loaded from %s\n", moya_version(), arguments[2]);

  moya_target user = MOYA_TARGET(.name = "user", .base_url = arguments[1], .path = "/users/octocat");
  printf("a blocking call\n");
  int failures = blocking(provider, &user);
  failures += headers(provider, arguments[1]);

  printf("%d calls at once, collected from a queue\n", CALLS);
  failures += asynchronous(provider, &user);

  printf("the same call from a stub, without a server\n");
  const char *made_up = "{\"login\": \"example\", \"followers\": 0}";
  moya_sample sample = MOYA_SAMPLE(.body = made_up, .body_len = strlen(made_up));
  user.base_url = "https://no-such-host.invalid";
  user.sample = &sample;
  user.stub = MOYA_STUB_IMMEDIATE;
  failures += blocking(provider, &user);

  moya_provider_destroy(provider);
  return failures ? 1 : 0;
}
