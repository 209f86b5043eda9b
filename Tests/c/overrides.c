/* Tests settings with which a target connects differently from its provider: its certificate, its checks, and its proxy
 * or interface. A connection serves only targets with equal settings. */
#include "peers.h"

#include <pthread.h>

static peers servers;
static char leaf[4096], key[4096], pin[80], stranger[80];

static void read_file(const char *name, char *text, size_t room) {
  char path[400];
  snprintf(path, sizeof path, "%s/%s", servers.folder, name);
  FILE *file = fopen(path, "r");
  size_t length = file ? fread(text, 1, room - 1, file) : 0;
  text[length] = 0;
  EXPECT(length > 0, "%s is empty", path);
  if (file) fclose(file);
}

/* The result of a call: its status, and the body or the error's message. */
typedef struct answer {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool has_ended;
  moya_status status;
  char text[1024];
} answer;

static void take(answer *it, moya_status status, const moya_response *response, const moya_error *error) {
  it->status = status;
  moya_str text = error ? moya_error_message(error) : moya_response_body(response);
  snprintf(it->text, sizeof it->text, "%.*s", (int)text.len, text.data ? text.data : "");
}

static void hear(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  answer *it = user;
  pthread_mutex_lock(&it->lock);
  take(it, status, response, error);
  it->has_ended = true;
  pthread_cond_signal(&it->changed);
  pthread_mutex_unlock(&it->lock);
}

enum mode { BLOCKING, CALLBACKS };
static enum mode mode;

/* Gets a path of a peer's port, with these settings of the target. */
static answer get(moya_provider *provider, const moya_connection_overrides *session, const char *port, const char *path) {
  answer it = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
  char base[128];
  snprintf(base, sizeof base, "%s://localhost:%s", strcmp(port, "plain") == 0 ? "http" : "https", peers_port(&servers, port));
  moya_target target = MOYA_TARGET(.base_url = base, .path = path, .connection = session);
  moya_error *error = NULL;
  if (mode == BLOCKING) {
    moya_response *response = NULL;
    moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
    take(&it, status, response, error);
    moya_response_release(response);
  } else {
    moya_status status = moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it), NULL, NULL, &error);
    if (status != MOYA_OK) {
      take(&it, status, NULL, error);
    } else {
      pthread_mutex_lock(&it.lock);
      while (!it.has_ended) pthread_cond_wait(&it.changed, &it.lock);
      pthread_mutex_unlock(&it.lock);
    }
  }
  moya_error_release(error);
  return it;
}

static void expect(moya_provider *provider, const moya_connection_overrides *session, const char *port, const char *path,
                   moya_status status, const char *words) {
  answer it = get(provider, session, port, path);
  EXPECT(it.status == status && strstr(it.text, words), "%s %s, not %s: %s %s", port, path, words,
         moya_status_name(it.status), it.text);
}

static moya_provider *provider_with(const moya_connection_options *session, const char *proxy) {
  moya_provider *provider = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.connection = session, .ca_file = servers.authority, .proxy = proxy);
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  return provider;
}

static int connection(const answer *it) {
  const char *found = strstr(it->text, "connection=");
  EXPECT(found, "%s", it->text);
  return found ? atoi(found + 11) : 0;
}

/* Returns options of a provider. They set for all targets what these overrides set for one target. */
static moya_connection_options options_of(const moya_connection_overrides *it) {
  return MOYA_CONNECTION_OPTIONS(.min_tls = it->min_tls, .guard = it->guard, .guard_exceptions = it->guard_exceptions,
                                 .certificate_data = it->certificate_data, .certificate_data_len = it->certificate_data_len,
                                 .key_data = it->key_data, .key_data_len = it->key_data_len, .certificate_hosts = it->certificate_hosts);
}

static moya_connection_overrides identity(const char *hosts) {
  return MOYA_CONNECTION_OVERRIDES(.certificate_data = leaf, .certificate_data_len = strlen(leaf), .key_data = key,
                              .key_data_len = strlen(key), .certificate_hosts = hosts);
}

static void identities(void) {
  moya_provider *provider = provider_with(NULL, "");
  moya_connection_overrides own = identity(NULL), equal = identity(NULL);
  answer first = get(provider, NULL, "asks", "/");
  EXPECT(strstr(first.text, "certificate=NONE"), "%s", first.text);
  answer second = get(provider, &own, "asks", "/");
  EXPECT(strstr(second.text, "certificate=SUCCESS"), "%s", second.text);
  answer third = get(provider, NULL, "asks", "/"), fourth = get(provider, &equal, "asks", "/");
  EXPECT(strstr(third.text, "certificate=NONE") && connection(&third) == connection(&first), "%s", third.text);
  EXPECT(strstr(fourth.text, "certificate=SUCCESS") && connection(&fourth) == connection(&second), "%s", fourth.text);
  /* A resumed TLS session does not carry the certificate to another target. */
  for (int i = 0; i < 3; i++) {
    expect(provider, &own, "asks", "/once", MOYA_OK, "certificate=SUCCESS");
    expect(provider, NULL, "asks", "/once", MOYA_OK, "certificate=NONE");
  }
  /* After a redirect to another host, the certificate is sent only if `certificate_hosts` has this host. */
  expect(provider, &own, "asks", "/away", MOYA_OK, "certificate=NONE");
  moya_connection_overrides both = identity("127.0.0.1 localhost"), away = identity("127.0.0.1");
  expect(provider, &both, "asks", "/away", MOYA_OK, "certificate=SUCCESS");
  expect(provider, &away, "asks", "/", MOYA_OK, "certificate=NONE");
  moya_provider_destroy(provider);
}

static void hosts(void) {
  moya_connection_overrides all = identity(NULL), one = identity("localhost"), other = identity("127.0.0.1,*.localhost");
  moya_connection_options all_options = options_of(&all);
  moya_provider *provider = provider_with(&all_options, "");
  expect(provider, NULL, "asks", "/away", MOYA_OK, "certificate=SUCCESS");
  moya_provider_destroy(provider);
  moya_connection_options one_options = options_of(&one);
  provider = provider_with(&one_options, "");
  expect(provider, NULL, "asks", "/", MOYA_OK, "certificate=SUCCESS");
  expect(provider, NULL, "asks", "/away", MOYA_OK, "certificate=NONE");
  moya_provider_destroy(provider);
  moya_connection_options other_options = options_of(&other);
  provider = provider_with(&other_options, "");
  expect(provider, NULL, "asks", "/", MOYA_OK, "certificate=NONE");
  moya_provider_destroy(provider);
}

static void checks(void) {
  moya_provider *provider = provider_with(NULL, "");
  moya_connection_overrides newest = MOYA_CONNECTION_OVERRIDES(.min_tls = MOYA_TLS_V1_3);
  moya_connection_overrides pinned = MOYA_CONNECTION_OVERRIDES(MOYA_TRUSTS({.ca_file = servers.authority, .pins = pin}));
  moya_connection_overrides wrong = MOYA_CONNECTION_OVERRIDES(MOYA_TRUSTS({.ca_file = servers.authority, .pins = stranger}));
  moya_connection_overrides device = MOYA_CONNECTION_OVERRIDES(MOYA_TRUSTS({.kind = MOYA_TRUST_PINS, .pins = pin}));
  moya_connection_overrides anyone = MOYA_CONNECTION_OVERRIDES(MOYA_TRUSTS({.kind = MOYA_TRUST_NONE}));
  moya_connection_overrides other = MOYA_CONNECTION_OVERRIDES(MOYA_TRUSTS({.host = "h", .kind = MOYA_TRUST_NONE}));
  /* The first time, the connections are new. The second time, other targets have already made connections. */
  for (int i = 0; i < 2; i++) {
    expect(provider, &newest, "tls-1.2", "/", MOYA_ERROR_TLS, "it offers no allowed version of TLS");
    expect(provider, NULL, "tls-1.2", "/", MOYA_OK, "");
    expect(provider, &newest, "tls", "/small", MOYA_OK, "");
    expect(provider, &wrong, "tls", "/small", MOYA_ERROR_TLS, "its key is not one of those pinned");
    expect(provider, &pinned, "tls", "/small", MOYA_OK, "");
    expect(provider, NULL, "tls", "/small", MOYA_OK, "");
    expect(provider, &device, "expired", "/", MOYA_OK, "bad");
    expect(provider, NULL, "expired", "/", MOYA_ERROR_TLS, "it has expired");
    /* A connection whose certificate was not checked serves no target that requires the check. */
    expect(provider, &anyone, "self-signed", "/", MOYA_OK, "bad");
    expect(provider, NULL, "self-signed", "/", MOYA_ERROR_TLS, "it is signed by itself");
    expect(provider, &other, "self-signed", "/", MOYA_ERROR_TLS, "it is signed by itself");
    expect(provider, &anyone, "wrong-host", "/", MOYA_OK, "bad");
    expect(provider, NULL, "wrong-host", "/", MOYA_ERROR_TLS, "");
    expect(provider, &pinned, "wrong-host", "/", MOYA_ERROR_TLS, "");
    expect(provider, &anyone, "h2", "/small", MOYA_OK, "welcome");
    expect(provider, NULL, "h2", "/small", MOYA_OK, "welcome");
  }
  moya_provider_destroy(provider);
  moya_connection_options newest_options = options_of(&newest);
  provider = provider_with(&newest_options, "");
  moya_connection_overrides older = MOYA_CONNECTION_OVERRIDES(.min_tls = MOYA_TLS_V1_2);
  expect(provider, &older, "tls-1.2", "/", MOYA_ERROR_TLS, "it offers no allowed version of TLS");
  moya_provider_destroy(provider);
}

static void kept_connections(void) {
  static const struct {
    uint32_t keep_alive_s;
    bool is_kept;
  } rows[] = {{0, true}, {60, true}, {2000000, true}, {MOYA_NO_KEEP_ALIVE, false}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_connection_options options = MOYA_CONNECTION_OPTIONS(.keep_alive_s = rows[row].keep_alive_s);
    moya_provider *provider = provider_with(&options, "");
    answer first = get(provider, NULL, "asks", "/"), second = get(provider, NULL, "asks", "/");
    EXPECT((connection(&first) == connection(&second)) == rows[row].is_kept, "row %zu", row);
    moya_provider_destroy(provider);
  }
  moya_connection_options odd = MOYA_CONNECTION_OPTIONS(.keep_alive_s = 2000001);
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.connection = &odd), &provider, NULL), MOYA_ERROR_ARGUMENT);
}

/* Sends requests to two servers in turn. If only one idle connection is allowed, each request closes the connection to
 * the other server. */
static void idle_connections(void) {
  static const struct {
    uint32_t most;
    bool is_kept;
  } rows[] = {{0, true}, {2, true}, {1, false}, {UINT32_MAX, true}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_connection_options options = MOYA_CONNECTION_OPTIONS(.max_idle_connections = rows[row].most);
    moya_provider *provider = provider_with(&options, "");
    answer first = get(provider, NULL, "asks", "/");
    expect(provider, NULL, "plain", "/echo", MOYA_OK, "protocol=HTTP/1.1");
    answer third = get(provider, NULL, "asks", "/"), fourth = get(provider, NULL, "asks", "/");
    EXPECT((connection(&first) == connection(&third)) == rows[row].is_kept, "row %zu", row);
    EXPECT(connection(&third) == connection(&fourth), "row %zu", row);
    moya_provider_destroy(provider);
  }
  static const struct {
    uint32_t most, loops;
    moya_status status;
  } shares[] = {{3, 3, MOYA_OK}, {0, 3, MOYA_OK}, {1, 1, MOYA_OK}, {2, 3, MOYA_ERROR_ARGUMENT}};
  for (size_t row = 0; row < sizeof shares / sizeof *shares; row++) {
    moya_connection_options options = MOYA_CONNECTION_OPTIONS(.max_idle_connections = shares[row].most);
    moya_provider *provider = NULL;
    moya_error *error = NULL;
    moya_provider_options all = MOYA_PROVIDER_OPTIONS(.connection = &options, .loops = shares[row].loops);
    EXPECT_STATUS(moya_provider_create(&all, &provider, &error), shares[row].status);
    EXPECT(!error || strstr(moya_error_message(error).data, "loops is 3, more than moya_connection_options.max_idle"),
           "%s", moya_error_message(error).data);
    moya_error_release(error);
    moya_provider_destroy(provider);
  }
}

static void guards(void) {
  moya_provider *provider = provider_with(NULL, "");
  moya_connection_overrides on = MOYA_CONNECTION_OVERRIDES(.guard = MOYA_GUARD_PUBLIC);
  moya_connection_overrides some = MOYA_CONNECTION_OVERRIDES(.guard = MOYA_GUARD_PUBLIC, .guard_exceptions = "127.0.0.1");
  const char *ports[] = {"plain", "tls", "h2"};
  for (int i = 0; i < 3; i++) {
    expect(provider, &on, ports[i], "/small", MOYA_ERROR_ADDRESS, "is refused: it is loopback");
    expect(provider, NULL, ports[i], "/small", MOYA_OK, "welcome");
    expect(provider, &on, ports[i], "/small", MOYA_ERROR_ADDRESS, "is refused: it is loopback");
    expect(provider, &some, ports[i], "/small", MOYA_OK, "welcome");
  }
  moya_provider_destroy(provider);
  /* An address must pass both the guard of the target and the guard of the provider. */
  moya_connection_overrides other = MOYA_CONNECTION_OVERRIDES(.guard = MOYA_GUARD_PUBLIC, .guard_exceptions = "127.0.0.2");
  moya_connection_options other_options = options_of(&other);
  provider = provider_with(&other_options, "");
  expect(provider, &some, "plain", "/small", MOYA_ERROR_ADDRESS, "is refused: it is loopback");
  moya_provider_destroy(provider);
}

static void ways(void) {
  char url[64];
  moya_provider *provider = provider_with(NULL, "");
  moya_connection_overrides older = MOYA_CONNECTION_OVERRIDES(.http = MOYA_HTTP_V1);
  moya_connection_overrides newer = MOYA_CONNECTION_OVERRIDES(.http = MOYA_HTTP_V2);
  if (strstr(moya_features(), "(bundled)")) {
    expect(provider, NULL, "h2", "/echo", MOYA_OK, "protocol=HTTP/2.0\n");
    expect(provider, &newer, "h2", "/echo", MOYA_OK, "protocol=HTTP/2.0\n");
    expect(provider, NULL, "tls", "/small", MOYA_OK, "welcome");
    expect(provider, &newer, "tls", "/small", MOYA_ERROR_PROTOCOL, "does not speak HTTP/2");
  }
  expect(provider, &older, "h2", "/echo", MOYA_OK, "protocol=HTTP/1.1\n");
  moya_connection_overrides from = MOYA_CONNECTION_OVERRIDES(.interface = "127.0.0.3");
  const char *ports[] = {"tls", "plain"};
  for (int i = 0; i < 8; i++) {
    expect(provider, i & 1 ? &from : NULL, ports[i / 4], "/echo", MOYA_OK, i & 1 ? "from=127.0.0.3\n" : "from=127.0.0.1\n");
  }

  snprintf(url, sizeof url, "http://localhost:%s", peers_port(&servers, "guarded-proxy"));
  moya_credential basic = MOYA_CREDENTIAL(.kind = MOYA_CREDENTIAL_BASIC, .user = "user", .password = "pass-9f3c");
  moya_connection_overrides through = MOYA_CONNECTION_OVERRIDES(.proxy = url, .proxy_credential = &basic);
  moya_connection_overrides unnamed = MOYA_CONNECTION_OVERRIDES(.proxy = url);
  for (int i = 0; i < 2; i++) {
    expect(provider, &through, "tls", "/small", MOYA_OK, "welcome");
    expect(provider, &unnamed, "tls", "/small", MOYA_ERROR_PROXY, "");
    expect(provider, NULL, "tls", "/small", MOYA_OK, "welcome");
  }
  moya_provider_destroy(provider);
  provider = provider_with(NULL, "http://127.0.0.1:1");
  moya_connection_overrides direct = MOYA_CONNECTION_OVERRIDES(.proxy = "");
  moya_connection_overrides past = MOYA_CONNECTION_OVERRIDES(.proxy = "http://127.0.0.1:1", .no_proxy = "localhost");
  expect(provider, NULL, "plain", "/small", MOYA_ERROR_PROXY, "");
  expect(provider, &direct, "plain", "/small", MOYA_OK, "welcome");
  expect(provider, &past, "plain", "/small", MOYA_OK, "welcome");
  expect(provider, NULL, "plain", "/small", MOYA_ERROR_PROXY, "");
  moya_provider_destroy(provider);
}

static void refusals(void) {
  const struct {
    moya_connection_overrides options;
    const char *words;
  } rows[] = {
      {MOYA_CONNECTION_OVERRIDES(.min_tls = 7), "unnamed: moya_connection_overrides.min_tls is 7"},
      {MOYA_CONNECTION_OVERRIDES(MOYA_TRUSTS({.pins = "secret"})), "trust[0] cannot be used: a pin of it is not"},
      {MOYA_CONNECTION_OVERRIDES(.guard = MOYA_GUARD_PUBLIC, .guard_exceptions = "secret"), "guard cannot be used: its exception 0"},
      {MOYA_CONNECTION_OVERRIDES(.guard = MOYA_GUARD_PUBLIC, .proxy = "http://secret"), "guard cannot be used: there is a proxy"},
      {MOYA_CONNECTION_OVERRIDES(.certificate_file = "/secret"), "certificate cannot be used: it cannot be read"},
      {MOYA_CONNECTION_OVERRIDES(.certificate_data = leaf, .certificate_data_len = strlen(leaf)), "there is no private key in it"},
      {MOYA_CONNECTION_OVERRIDES(.certificate_hosts = "secret"), "has certificate_hosts, and no certificate"},
      {identity("https://secret"), "certificate_hosts cannot be used: its entry 0 is no host"},
      {identity(" "), "certificate_hosts cannot be used: it has no host"},
      {MOYA_CONNECTION_OVERRIDES(.interface = "secret9"), "interface cannot be used: this machine has neither"},
      {MOYA_CONNECTION_OVERRIDES(.proxy = "secret://secret"), "moya_connection_overrides.proxy cannot be used: its scheme"},
      {MOYA_CONNECTION_OVERRIDES(.no_proxy = "a"), "no_proxy cannot be used: it is there without a proxy"},
      {MOYA_CONNECTION_OVERRIDES(.reserved = 1), "moya_connection_overrides.reserved is not 0"},
  };
  moya_provider *provider = provider_with(NULL, "");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    answer it = get(provider, &rows[i].options, "tls", "/small");
    EXPECT(it.status == MOYA_ERROR_ARGUMENT && strstr(it.text, rows[i].words), "%s: %s %s", rows[i].words,
           moya_status_name(it.status), it.text);
    EXPECT(!strstr(it.text, "secret"), "%s", it.text);
  }
  moya_connection_overrides sized = MOYA_CONNECTION_OVERRIDES_INIT;
  sized.size = 8;
  expect(provider, &sized, "tls", "/small", MOYA_ERROR_STRUCT_SIZE, "moya_connection_overrides.size is 8");
  moya_provider_destroy(provider);

  moya_connection_overrides guard = MOYA_CONNECTION_OVERRIDES(.guard = MOYA_GUARD_PUBLIC), proxy = MOYA_CONNECTION_OVERRIDES(.proxy = "http://a");
  moya_connection_options guard_options = options_of(&guard);
  provider = provider_with(&guard_options, "");
  expect(provider, &proxy, "tls", "/small", MOYA_ERROR_ARGUMENT, "proxy cannot be used: the provider's address guard");
  moya_provider_destroy(provider);
  provider = provider_with(NULL, "http://127.0.0.1:1");
  expect(provider, &guard, "tls", "/small", MOYA_ERROR_ARGUMENT, "guard cannot be used: there is a proxy");
  moya_provider_destroy(provider);
}

static void many(void) {
  char text[32];
  moya_provider *provider = provider_with(NULL, "");
  moya_connection_overrides own = MOYA_CONNECTION_OVERRIDES(.guard = MOYA_GUARD_PUBLIC, .guard_exceptions = text);
  /* The library stores fewer sets of settings than this loop uses. Each set is still obeyed. */
  for (int round = 0; round < 2; round++) {
    for (int i = 1; i <= 70; i++) {
      snprintf(text, sizeof text, "127.0.0.%d", i);
      expect(provider, &own, "plain", "/small", i == 1 ? MOYA_OK : MOYA_ERROR_ADDRESS, i == 1 ? "welcome" : "loopback");
    }
  }
  moya_provider_destroy(provider);
}

int main(void) {
  servers = peers_start();
  read_file("valid.pem", leaf, sizeof leaf);
  read_file("leaf.key", key, sizeof key);
  read_file("valid.pin", pin, sizeof pin);
  read_file("stranger.pin", stranger, sizeof stranger);
  for (mode = BLOCKING; mode <= CALLBACKS; mode++) {
    TEST("a target's certificate is shown for it alone, and to the host of its URL", identities);
    TEST("a provider's certificate is shown to the hosts that are named, or to all", hosts);
    TEST("a target's least version of TLS and its rules of trust hold for it, whatever connections there are", checks);
    TEST("a provider says how long a connection waits for its next request", kept_connections);
    TEST("a provider says how many connections wait for their next request", idle_connections);
  TEST("a target's guard holds for it, also on a connection that is there already", guards);
    TEST("a target takes its own version of HTTP, address and proxy", ways);
    TEST("what a target cannot say of its connection is refused when it is sent, and shows no value", refusals);
  }
  TEST("more sets of options than are kept are each obeyed", many);
  peers_stop(&servers);
  return verdict();
}
