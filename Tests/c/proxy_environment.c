/* The environment variable no_proxy contains names, ports, and addresses of IPv4 and IPv6. Each row tests whether a
 * request goes to the proxy of the environment or to the origin. */
#include "check.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

/* A server that responds to every request, even to a request for another server. */
typedef struct place {
  int listener, port;
  const char *body;
  _Atomic int reached;
  pthread_t thread;
} place;
static place proxy = {.body = "proxy"}, origin = {.body = "origin"};
static bool has_ipv6;

static void *serve(void *user) {
  place *it = user;
  for (int peer; (peer = accept(it->listener, NULL, NULL)) >= 0; close(peer)) {
    char text[4096];
    it->reached++;
    if (recv(peer, text, sizeof text, 0) <= 0) continue;
    int len = snprintf(text, sizeof text, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n%s", strlen(it->body), it->body);
    if (send(peer, text, (size_t)len, MSG_NOSIGNAL) != len) continue;
    shutdown(peer, SHUT_WR);
    while (recv(peer, text, sizeof text, 0) > 0) continue;
  }
  return NULL;
}
/* Listens on all addresses if the machine has IPv6, and otherwise on 127.0.0.1. */
static void listen_at(place *it) {
  struct sockaddr_in6 both = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_ANY_INIT};
  struct sockaddr_in one = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof both;
  int off = 0;
  it->listener = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  setsockopt(it->listener, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  if (it->listener < 0 || bind(it->listener, (struct sockaddr *)&both, sizeof both)) {
    if (it->listener >= 0) close(it->listener);
    it->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(it->listener, (struct sockaddr *)&one, sizeof one)) abort();
  }
  if (listen(it->listener, 64) || getsockname(it->listener, (struct sockaddr *)&both, &length)) abort();
  it->port = ntohs(both.sin6_port); /* both structs have the port at the same place */
  if (pthread_create(&it->thread, NULL, serve, it)) abort();
}
static bool can_reach_ipv6(int port) {
  struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT, .sin6_port = htons((uint16_t)port)};
  int it = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  bool can = it >= 0 && connect(it, (struct sockaddr *)&address, sizeof address) == 0;
  if (it >= 0) close(it);
  return can;
}

/* In these texts, # stands for the port of the origin. Port 1 is never this port. */
static const struct row {
  const char *no_proxy, *url;
  bool is_direct;
} rows[] = {
    {NULL, "http://127.0.0.1:#", false},
    {"", "http://127.0.0.1:#", false},
    {"*", "http://127.0.0.1:#", true},
    {"*", "http://[::1]:#", true},
    /* A host and its port. */
    {"127.0.0.1", "http://127.0.0.1:#", true},
    {"127.0.0.1:#", "http://127.0.0.1:#", true},
    {"127.0.0.1:1", "http://127.0.0.1:#", false},
    {"127.0.0.1:#", "http://localhost:#", false},
    {"localhost", "http://localhost:#", true},
    {"localhost:#", "http://localhost:#", true},
    {"LOCALHOST:#", "http://localhost:#", true},
    {".localhost:#", "http://localhost:#", true},
    {"localhost:1", "http://localhost:#", false},
    {"host:#", "http://localhost:#", false},
    {"127.0.0.1:0", "http://127.0.0.1:#", false},
    {"127.0.0.1:", "http://127.0.0.1:#", false},
    {"127.0.0.1:x", "http://127.0.0.1:#", false},
    {"127.0.0.1:99999", "http://127.0.0.1:#", false},
    /* A URL without a port has the default port of its scheme. */
    {"127.0.0.1:80", "http://127.0.0.1", true},
    {"127.0.0.1:80", "http://127.0.0.1:80", true},
    {"127.0.0.1:443", "http://127.0.0.1", false},
    {"[::1]:80", "http://[::1]", true},
    {"[::1]:443", "http://[::1]", false},
    {"127.0.0.1:443", "https://127.0.0.1", true},
    {"[::1]:443", "https://[::1]", true},
    {"[::1]:80", "https://[::1]", false},
    /* IPv6 addresses, with and without brackets and ports. */
    {"::1", "http://[::1]:#", true},
    {"[::1]", "http://[::1]:#", true},
    {"[::1]:#", "http://[::1]:#", true},
    {"[::1]:1", "http://[::1]:#", false},
    {"[0:0:0:0:0:0:0:1]:#", "http://[::1]:#", true},
    {"0::1", "http://[0:0::1]:#", true},
    {"[::2]:#", "http://[::1]:#", false},
    {"[::1]:#", "http://127.0.0.1:#", false},
    {"[127.0.0.1]:#", "http://127.0.0.1:#", false},
    {"[::1", "http://[::1]:#", false},
    {"::/64", "http://[::1]:#", true},
    {"[::]/64", "http://[::1]:#", true},
    {"fe80::/10", "http://[::1]:#", false},
    /* no_proxy has several entries. An entry in a wrong form does not affect the others. */
    {"example.com, [::1]:#", "http://[::1]:#", true},
    {"[::1]:1 [::1]:#", "http://[::1]:#", true},
    {"[::1]:#,127.0.0.1:1", "http://127.0.0.1:#", false},
    {"a:b,127.0.0.1:#", "http://127.0.0.1:#", true},
    {"*,127.0.0.1:1", "http://127.0.0.1:#", false},
    /* For a URL with https, the client asks the proxy for a tunnel. The proxy counts this request, too. */
    {"[::1]:#", "https://[::1]:#", true},
    {"[::1]:1", "https://[::1]:#", false},
    {"127.0.0.1:#", "https://127.0.0.1:#", true},
    {"127.0.0.1:1", "https://127.0.0.1:#", false},
};

static const char *with_port(const char *text, char *out, size_t room) {
  const char *mark = text ? strchr(text, '#') : NULL;
  snprintf(out, room, "%s", text ? text : "");
  if (mark) snprintf(out + (mark - text), room - (size_t)(mark - text), "%d%s", origin.port, mark + 1);
  return out;
}
static void set(const char *name, const char *value) {
  if (value) setenv(name, value, 1);
  else unsetenv(name);
}
static moya_provider *provider_new(const moya_connection_options *connection) {
  moya_provider *provider = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.connection = connection);
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  return provider;
}
static void expect_route(moya_provider *provider, const char *no_proxy, const char *url, bool is_direct) {
  int proxied = proxy.reached, reached = origin.reached;
  moya_target target = MOYA_TARGET(.base_url = url);
  moya_response *response = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, NULL);
  EXPECT(proxy.reached - proxied == !is_direct, "no_proxy=%s: %s: %d requests at the proxy, %s", no_proxy, url, proxy.reached - proxied,
         moya_status_name(status));
  char port[16];
  snprintf(port, sizeof port, ":%d", origin.port);
  bool can_arrive = is_direct && strstr(url, port) && (has_ipv6 || url[strcspn(url, "[")] == 0);
  EXPECT(origin.reached - reached == can_arrive, "no_proxy=%s: %s: %d requests at the origin", no_proxy, url, origin.reached - reached);
  if (strncmp(url, "https", 5) != 0 && (can_arrive || !is_direct)) {
    EXPECT(str_is(moya_response_body(response), is_direct ? "origin" : "proxy"), "no_proxy=%s: %s: %s", no_proxy, url,
           moya_status_name(status));
  }
  moya_response_release(response);
}

static void play(const char *variable) {
  char url[64], no_proxy[64];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    set(variable, rows[i].no_proxy ? with_port(rows[i].no_proxy, no_proxy, sizeof no_proxy) : NULL);
    moya_provider *provider = provider_new(NULL);
    expect_route(provider, rows[i].no_proxy ? no_proxy : "(unset)", with_port(rows[i].url, url, sizeof url), rows[i].is_direct);
    moya_provider_destroy(provider);
  }
  set(variable, NULL);
}
static void lower_case(void) { play("no_proxy"); }
static void upper_case(void) { play("NO_PROXY"); }

static void precedence(void) {
  char url[64], here[64];
  with_port("http://[::1]:#", url, sizeof url);
  with_port("[::1]:#", here, sizeof here);
  set("no_proxy", "[::1]:1");
  set("NO_PROXY", here);
  moya_provider *provider = provider_new(NULL);
  expect_route(provider, "[::1]:1 before NO_PROXY", url, false);
  moya_provider_destroy(provider);
  /* An option takes precedence over the variables. */
  moya_connection_options own = MOYA_CONNECTION_OPTIONS(.no_proxy = here);
  provider = provider_new(&own);
  expect_route(provider, "the option", url, true);
  moya_provider_destroy(provider);
  /* The variables are read when the provider is made. */
  set("no_proxy", here);
  provider = provider_new(NULL);
  set("no_proxy", NULL);
  set("NO_PROXY", NULL);
  expect_route(provider, "unset after the provider was made", url, true);
  moya_provider_destroy(provider);
}

int main(void) {
  static const char *const variables[] = {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"};
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) unsetenv(variables[i]);
  listen_at(&proxy);
  listen_at(&origin);
  has_ipv6 = can_reach_ipv6(origin.port);
  while (has_ipv6 && !origin.reached) poll(NULL, 0, 1);
  char url[64];
  snprintf(url, sizeof url, "http://127.0.0.1:%d", proxy.port);
  setenv("http_proxy", url, 1);
  setenv("https_proxy", url, 1);
  TEST("no_proxy of the environment names hosts with and without a port, of IPv4 and IPv6", lower_case);
  TEST("NO_PROXY means the same", upper_case);
  TEST("the option precedes no_proxy, which precedes NO_PROXY, and a provider reads them when it is made", precedence);
  place *places[] = {&proxy, &origin};
  for (int i = 0; i < 2; i++) {
    shutdown(places[i]->listener, SHUT_RDWR);
    pthread_join(places[i]->thread, NULL);
    close(places[i]->listener);
  }
  return verdict();
}
