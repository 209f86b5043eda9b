/* Tests how a provider connects: trust, client certificates and the address guard, against real servers with TLS. Also
 * tests which options the library refuses when a provider is made. */
#include "peers.h"

#include <dlfcn.h>
#include <netdb.h>

static peers servers;
static char authority[16384], leaf[4096], key[4096], password[] = "pass-9f3c";

static void read_file(const char *name, char *text, size_t room) {
  char path[400];
  snprintf(path, sizeof path, "%s/%s", servers.folder, name);
  FILE *file = fopen(path, "r");
  size_t length = file ? fread(text, 1, room - 1, file) : 0;
  text[length] = 0;
  EXPECT(length > 0, "%s is empty", path);
  if (file) fclose(file);
}

static char *path_of(const char *name) {
  static char paths[4][400];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, 400, "%s/%s", servers.folder, name);
  return path;
}

static moya_provider *provider_with(const moya_connection_options *session, const char *ca_file) {
  moya_provider *provider = NULL;
  moya_error *error = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.connection = session, .ca_file = ca_file, .proxy = "");
  EXPECT_STATUS(moya_provider_create(&options, &provider, &error), MOYA_OK);
  EXPECT(!error, "%s", moya_error_message(error).data);
  moya_error_release(error);
  return provider;
}

/* Sends a GET to a peer's port. `host`: NULL is localhost. `message` becomes the error's message, or "" without an
 * error. */
static moya_status get(moya_provider *provider, const char *host, const char *port, const char *path, char message[512]) {
  char base[128];
  const char *scheme = strcmp(port, "plain") == 0 ? "http" : "https";
  snprintf(base, sizeof base, "%s://%s:%s", scheme, host ? host : "localhost", peers_port(&servers, port));
  moya_target target = MOYA_TARGET(.base_url = base, .path = path);
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  snprintf(message, 512, "%s", error ? moya_error_message(error).data : "");
  if (status == MOYA_OK) EXPECT(moya_response_http_status(response) == 200, "%d", moya_response_http_status(response));
  moya_response_release(response);
  moya_error_release(error);
  return status;
}

/* Makes one call to `port` with these options. `words` must be part of the error's message. */
static void expect_call(const moya_connection_options *session, const char *port, moya_status wanted, const char *words) {
  char message[512];
  moya_provider *provider = provider_with(session, servers.authority);
  moya_status status = get(provider, NULL, port, "/", message);
  EXPECT(status == wanted, "%s: %s %s", port, moya_status_name(status), message);
  EXPECT(strstr(message, words), "%s: %s", port, message);
  moya_provider_destroy(provider);
}

static void trust(void) {
  char valid[80], stranger[80], both[200];
  read_file("valid.pin", valid, sizeof valid);
  read_file("stranger.pin", stranger, sizeof stranger);
  snprintf(both, sizeof both, " %s\n%s ", stranger, valid);
  char message[512];

  moya_connection_options memory = MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.ca_data = authority, .ca_data_len = strlen(authority)}));
  moya_provider *provider = provider_with(&memory, NULL);
  EXPECT_STATUS(get(provider, NULL, "tls", "/small", message), MOYA_OK);
  EXPECT_STATUS(get(provider, NULL, "h2", "/small", message), MOYA_OK);
  EXPECT_STATUS(get(provider, NULL, "expired", "/", message), MOYA_ERROR_TLS);
  moya_provider_destroy(provider);

  moya_connection_options rows = MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.host = "127.0.0.1", .kind = MOYA_TRUST_NONE},
                                                              {.host = "localhost", .ca_file = servers.authority}));
  provider = provider_with(&rows, NULL);
  EXPECT_STATUS(get(provider, "127.0.0.1", "self-signed", "/", message), MOYA_OK);
  EXPECT_STATUS(get(provider, NULL, "self-signed", "/", message), MOYA_ERROR_TLS);
  EXPECT_STATUS(get(provider, NULL, "tls", "/small", message), MOYA_OK);
  moya_provider_destroy(provider);

  moya_connection_options pinned = MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.ca_file = servers.authority, .pins = both}));
  expect_call(&pinned, "tls-1.2", MOYA_OK, "");
  moya_connection_options other = MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.ca_file = servers.authority, .pins = stranger}));
  expect_call(&other, "tls", MOYA_ERROR_TLS, "its key is not one of those pinned");
  moya_connection_options key_only = MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.kind = MOYA_TRUST_PINS, .pins = valid}));
  expect_call(&key_only, "expired", MOYA_OK, "");
  expect_call(&key_only, "self-signed", MOYA_ERROR_TLS, "its key is not one of those pinned");

  moya_connection_options newest = MOYA_CONNECTION_OPTIONS(.min_tls = MOYA_TLS_V1_3);
  expect_call(&newest, "tls-1.2", MOYA_ERROR_TLS, "it offers no allowed version of TLS");
}

/* A trust rule for a host applies to each spelling of the host in a URL. */
static void trust_of_spellings(void) {
  static const struct {
    const char *rule, *hosts[9];
  } rows[] = {
      {"localhost", {"localhost", "LocalHost", "localhost.", "%6cocalhost", "loc%61lhost.", "localhos%74"}},
      {"127.0.0.1", {"127.0.0.1", "127.0.0.1.", "127.1", "0x7f.1", "2130706433", "017700000001", "%3127.0.0.1", "127%2E1"}},
      {"0x7f.1", {"127.0.0.1", "127.1"}},
  };
  char stranger[80], message[512];
  read_file("stranger.pin", stranger, sizeof stranger);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    moya_connection_options pinned = MOYA_CONNECTION_OPTIONS(
        MOYA_TRUSTS({.host = rows[i].rule, .kind = MOYA_TRUST_PINS, .pins = stranger}, {.kind = MOYA_TRUST_NONE}));
    moya_provider *provider = provider_with(&pinned, NULL);
    for (const char *const *host = rows[i].hosts; *host; host++) {
      moya_status status = get(provider, *host, "tls", "/small", message);
      EXPECT(status == MOYA_ERROR_TLS, "%s as %s: %s %s", rows[i].rule, *host, moya_status_name(status), message);
    }
    moya_provider_destroy(provider);
  }
}

static void identities(void) {
  char whole[8192];
  snprintf(whole, sizeof whole, "%s%s", leaf, key);
  moya_connection_options each[] = {
      MOYA_CONNECTION_OPTIONS(.certificate_file = path_of("valid.pem"), .key_file = path_of("leaf.key")),
      MOYA_CONNECTION_OPTIONS(.certificate_data = whole, .certificate_data_len = strlen(whole)),
      MOYA_CONNECTION_OPTIONS(.certificate_file = path_of("client.p12"), .key_password = password),
      MOYA_CONNECTION_OPTIONS(.certificate_data = leaf, .certificate_data_len = strlen(leaf),
                           .key_file = path_of("locked.key"), .key_password = password),
  };
  char message[512];
  for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
    moya_provider *provider = provider_with(&each[i], servers.authority);
    EXPECT_STATUS(get(provider, NULL, "client-certificate", "/small", message), MOYA_OK);
    EXPECT(message[0] == 0, "%zu: %s", i, message);
    moya_provider_destroy(provider);
  }
  moya_connection_options none = MOYA_CONNECTION_OPTIONS_INIT;
  expect_call(&none, "client-certificate", MOYA_ERROR_TLS, "it asks for a client certificate");
}

/* Stores what the library writes to standard error while it makes a provider with these options. */
static void written_by(const moya_connection_options *session, char *text, size_t room) {
  int ends[2], before = dup(2);
  if (pipe2(ends, O_CLOEXEC) || before < 0) abort();
  fflush(stderr);
  dup2(ends[1], 2);
  moya_provider_destroy(provider_with(session, NULL));
  dup2(before, 2);
  close(before);
  close(ends[1]);
  ssize_t length = read(ends[0], text, room - 1);
  text[length > 0 ? length : 0] = 0;
  close(ends[0]);
}

static void warning(void) {
  char text[512], pin[80];
  read_file("valid.pin", pin, sizeof pin);
  moya_connection_options off = MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.kind = MOYA_TRUST_NONE}, {.host = "a", .ca_file = servers.authority}));
  written_by(&off, text, sizeof text);
  EXPECT(strncmp(text, "moya warning: certificates of all hosts are not checked: ", 57) == 0, "%s", text);
  EXPECT(strchr(text, '\n') == text + strlen(text) - 1, "one line: %s", text);
  setenv("MOYA_LOG", "error", 1);
  written_by(&off, text, sizeof text);
  EXPECT(text[0] == 0, "%s", text);
  unsetenv("MOYA_LOG");
  moya_connection_options on = MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.kind = MOYA_TRUST_PINS, .pins = pin}));
  written_by(&on, text, sizeof text);
  EXPECT(text[0] == 0, "%s", text);
}

static void guard(void) {
  const char *hosts[] = {"localhost", "127.0.0.1", "127.1", "0x7f.1", "2130706433", "[::ffff:127.0.0.1]", "[::1]"};
  char message[512];
  moya_connection_options on = MOYA_CONNECTION_OPTIONS(.guard = MOYA_GUARD_PUBLIC);
  moya_provider *provider = provider_with(&on, NULL);
  for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
    moya_status status = get(provider, hosts[i], "plain", "/small", message);
    EXPECT(status == MOYA_ERROR_ADDRESS, "%s: %s", hosts[i], message);
    EXPECT(strstr(message, " is refused: it is loopback"), "%s", message);
  }
  moya_provider_destroy(provider);
  moya_connection_options some = MOYA_CONNECTION_OPTIONS(.guard = MOYA_GUARD_PUBLIC, .guard_exceptions = "10.0.0.0/8, 127.0.0.1");
  provider = provider_with(&some, servers.authority);
  EXPECT_STATUS(get(provider, NULL, "plain", "/small", message), MOYA_OK);
  EXPECT_STATUS(get(provider, NULL, "tls", "/small", message), MOYA_OK);
  EXPECT_STATUS(get(provider, "127.0.0.2", "plain", "/small", message), MOYA_ERROR_ADDRESS);
  moya_provider_destroy(provider);
}

/* Calls GET /echo at a peer's port, with these options and this target. `text` becomes the status and the body. */
static void echo(const moya_connection_options *session, const char *proxy, const char *port, moya_target target, char text[1024]) {
  moya_provider *provider = NULL;
  char base[64], resolved[64];
  snprintf(resolved, sizeof resolved, "moya.example:%s:127.0.0.1", peers_port(&servers, "plain"));
  const char *resolve[] = {resolved};
  moya_connection_options own = *session;
  own.resolve = resolve;
  own.resolve_count = 1;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.ca_file = servers.authority, .proxy = proxy, .connection = &own);
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  const char *scheme = strcmp(port, "plain") == 0 ? "http" : "https";
  snprintf(base, sizeof base, "%s://localhost:%s", scheme, peers_port(&servers, port));
  if (!target.base_url) target.base_url = base;
  if (!target.path) target.path = "/echo";
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  EXPECT(status == MOYA_OK, "%s", error ? moya_error_message(error).data : "");
  moya_str body = moya_response_body(response);
  snprintf(text, 1024, "%d %s", moya_response_http_status(response), body.data ? body.data : "");
  moya_response_release(response);
  moya_error_release(error);
  moya_provider_destroy(provider);
}

static void ways(void) {
  char text[1024], proxy[64], moya[64];
  moya_connection_options none = MOYA_CONNECTION_OPTIONS_INIT;
  moya_target target = MOYA_TARGET_INIT;
  moya_connection_options older = MOYA_CONNECTION_OPTIONS(.http = MOYA_HTTP_V1);
  echo(&older, "", "h2", target, text);
  EXPECT(strstr(text, "protocol=HTTP/1.1\n"), "%s", text);
  if (strstr(moya_features(), "(bundled)")) {
    moya_connection_options newer = MOYA_CONNECTION_OPTIONS(.http = MOYA_HTTP_V2);
    echo(&newer, "", "h2", target, text);
    EXPECT(strstr(text, "protocol=HTTP/2.0\n"), "%s", text);
    expect_call(&newer, "tls", MOYA_ERROR_PROTOCOL, "does not speak HTTP/2");
  }
  moya_connection_options from = MOYA_CONNECTION_OPTIONS(.interface = "127.0.0.3");
  echo(&from, "", "plain", target, text);
  EXPECT(strstr(text, "from=127.0.0.3\n"), "%s", text);

  snprintf(moya, sizeof moya, "http://moya.example:%s", peers_port(&servers, "plain"));
  target.base_url = moya;
  echo(&none, "", "plain", target, text);
  EXPECT(strstr(text, "host=moya.example"), "%s", text);
  moya_connection_options local = MOYA_CONNECTION_OPTIONS(.unix_socket = path_of("nginx.sock"));
  target.base_url = "http://any.example";
  echo(&local, NULL, "plain", target, text);
  EXPECT(strstr(text, "host=any.example\n") && strstr(text, "from=unix:"), "%s", text);

  target.base_url = NULL;
  moya_credential basic = MOYA_CREDENTIAL(.kind = MOYA_CREDENTIAL_BASIC, .user = "user", .password = password);
  moya_credential digest = MOYA_CREDENTIAL(.kind = MOYA_CREDENTIAL_DIGEST, .user = "user", .password = password);
  const struct { const char *port; moya_credential *credential; } proxies[] = {{"guarded-proxy", &basic}, {"digest-proxy", &digest}};
  for (int i = 0; i < 2; i++) {
    snprintf(proxy, sizeof proxy, "http://localhost:%s", peers_port(&servers, proxies[i].port));
    moya_connection_options through = MOYA_CONNECTION_OPTIONS(.proxy_credential = proxies[i].credential);
    echo(&through, proxy, "plain", target, text);
    EXPECT(strncmp(text, "200 ", 4) == 0 && strstr(text, "proxy-authorization=\n"), "%s", text);
    echo(&through, proxy, "tls", target, text);
    EXPECT(strncmp(text, "200 ", 4) == 0, "%s", text);
  }
  moya_connection_options past = MOYA_CONNECTION_OPTIONS(.no_proxy = "example.com, 127.0.0.0/8, localhost, [::1]:8080");
  echo(&past, "http://127.0.0.1:1", "plain", target, text);
  EXPECT(strstr(text, "via=\n"), "%s", text);

  moya_connection_options small = MOYA_CONNECTION_OPTIONS(.max_header_size = 64);
  expect_call(&small, "tls", MOYA_ERROR_TOO_LARGE, "header section");
}

static void credentials(void) {
  char text[1024], wanted[128], to[200];
  moya_target plain = MOYA_TARGET_INIT;
  moya_credential basic = MOYA_CREDENTIAL(.kind = MOYA_CREDENTIAL_BASIC, .user = "user", .password = "a:b");
  moya_credential bearer = MOYA_CREDENTIAL(.kind = MOYA_CREDENTIAL_BEARER, .password = "to-ken~1==");
  moya_credential asked = MOYA_CREDENTIAL(.user = "user", .password = password);
  moya_connection_options session = MOYA_CONNECTION_OPTIONS(.credential = &bearer);
  echo(&session, "", "plain", plain, text);
  EXPECT(strstr(text, "authorization=Bearer to-ken~1==\n"), "%s", text);
  /* The credential or the Authorization field of a target takes precedence over the credential of its provider. */
  moya_target own = MOYA_TARGET(.credential = &basic);
  echo(&session, "", "plain", own, text);
  EXPECT(strstr(text, "authorization=Basic dXNlcjphOmI=\n"), "%s", text);
  moya_target field = MOYA_TARGET(MOYA_HEADERS({"authorization", "Own 1"}));
  echo(&session, "", "plain", field, text);
  EXPECT(strstr(text, "authorization=Own 1\n"), "%s", text);
  moya_connection_options user = MOYA_CONNECTION_OPTIONS(.credential = &asked);
  moya_target secret = MOYA_TARGET(.path = "/secret");
  echo(&user, "", "plain", secret, text);
  EXPECT(strcmp(text, "200 welcome") == 0, "%s", text);
  echo(&session, "", "plain", secret, text);
  EXPECT(strncmp(text, "401 ", 4) == 0, "%s", text);

  /* Neither the credential nor a field of `origin_headers` goes to another origin. */
  const char *bound[] = {"X-Own-Key"};
  session.origin_headers = bound;
  session.origin_header_count = 1;
  snprintf(wanted, sizeof wanted, "http://127.0.0.1:%s/echo", peers_port(&servers, "plain"));
  snprintf(to, sizeof to, "http://localhost:%s/redirect/302?to=%s", peers_port(&servers, "plain"), wanted);
  moya_target away = MOYA_TARGET(.base_url = to, .path = "", MOYA_HEADERS({"X-Own-Key", "secret"}));
  echo(&session, "", "plain", away, text);
  EXPECT(strstr(text, "authorization=\n") && strstr(text, "own=\n"), "%s", text);

  moya_credential digest = MOYA_CREDENTIAL(.kind = MOYA_CREDENTIAL_DIGEST, .user = "user", .password = password);
  moya_target small = MOYA_TARGET(.path = "/small", .credential = &digest);
  char base[64];
  snprintf(base, sizeof base, "http://localhost:%s", peers_port(&servers, "digest"));
  small.base_url = base;
  moya_connection_options none = MOYA_CONNECTION_OPTIONS_INIT;
  echo(&none, "", "plain", small, text);
  EXPECT(strcmp(text, "200 welcome") == 0, "%s", text);
  /* With Digest, the password is not sent to a server that asks for Basic. */
  moya_target other = MOYA_TARGET(.path = "/secret", .credential = &digest);
  echo(&none, "", "plain", other, text);
  EXPECT(strncmp(text, "401 ", 4) == 0, "%s", text);
}

static _Atomic int lookups;
static const char *later = "127.0.0.2";

/* Replaces the function of libc. The first lookup of rebind.example returns 127.0.0.1. Later lookups return `later`. */
int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
  if (!real) *(void **)(&real) = dlsym(RTLD_NEXT, "getaddrinfo");
  if (host && strcmp(host, "rebind.example") == 0) host = lookups++ == 0 ? "127.0.0.1" : later;
  return real(host, service, hints, found);
}

static void rebinding(void) {
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found = NULL;
  char text[64] = "", message[512];
  /* If a program looked up the name before the call, it would get this permitted address. */
  EXPECT(getaddrinfo("rebind.example", NULL, &hints, &found) == 0);
  if (found) getnameinfo(found->ai_addr, found->ai_addrlen, text, sizeof text, NULL, 0, NI_NUMERICHOST);
  if (found) freeaddrinfo(found);
  EXPECT(strcmp(text, "127.0.0.1") == 0, "%s", text);

  moya_connection_options session = MOYA_CONNECTION_OPTIONS(.guard = MOYA_GUARD_PUBLIC, .guard_exceptions = "127.0.0.1");
  moya_provider *provider = provider_with(&session, NULL);
  moya_status status = get(provider, "rebind.example", "plain", "/small", message);
  EXPECT(status == MOYA_ERROR_ADDRESS, "%s: %s", moya_status_name(status), message);
  EXPECT(lookups > 1, "the library has looked for itself");
  moya_provider_destroy(provider);
  later = "127.0.0.1";
  provider = provider_with(&session, NULL);
  EXPECT_STATUS(get(provider, "rebind.example", "plain", "/small", message), MOYA_OK);
  moya_provider_destroy(provider);
}

static void refuse(const moya_connection_options *session, const char *proxy, moya_status wanted, const char *words) {
  moya_provider *provider = (moya_provider *)&provider;
  moya_error *error = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.connection = session, .proxy = proxy);
  moya_status status = moya_provider_create(&options, &provider, &error);
  const char *message = error ? moya_error_message(error).data : "";
  EXPECT(status == wanted, "%s, not %s: %s", words, moya_status_name(status), message);
  EXPECT(provider == NULL && strstr(message, words), "%s: %s", words, message);
  EXPECT(!strstr(message, "secret"), "%s", message);
  moya_error_release(error);
}

static void refusals(void) {
  struct {
    moya_connection_options options;
    moya_status status;
    const char *words;
  } rows[] = {
      {MOYA_CONNECTION_OPTIONS(.min_tls = 7), MOYA_ERROR_ARGUMENT, "moya_connection_options.min_tls is 7"},
      {MOYA_CONNECTION_OPTIONS(.guard = -1), MOYA_ERROR_ARGUMENT, "moya_connection_options.guard is -1"},
      {MOYA_CONNECTION_OPTIONS(.guard_exceptions = "10.0.0.1"), MOYA_ERROR_ARGUMENT, "guard_exceptions is there without"},
      {MOYA_CONNECTION_OPTIONS(.guard = MOYA_GUARD_PUBLIC, .guard_exceptions = "secret"), MOYA_ERROR_ARGUMENT,
       "guard cannot be used: its exception 0 is neither"},
      {MOYA_CONNECTION_OPTIONS(.trust_count = 1), MOYA_ERROR_NULL, "moya_connection_options.trust is NULL"},
      {MOYA_CONNECTION_OPTIONS(.trust_count = 10001), MOYA_ERROR_ARGUMENT, "more than 10000"},
      {MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({0}, {.reserved = 1})), MOYA_ERROR_ARGUMENT, "trust[1].reserved is not 0"},
      {MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.kind = 9})), MOYA_ERROR_ARGUMENT, "trust[0].kind is 9"},
      {MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.host = "https://secret"})), MOYA_ERROR_ARGUMENT, "its host is none"},
      {MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.host = "\xff"})), MOYA_ERROR_UTF8, "trust[0].host is not UTF-8"},
      {MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.pins = "secret"})), MOYA_ERROR_ARGUMENT, "a pin of it is not \"sha256/\""},
      {MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.pins = " "})), MOYA_ERROR_ARGUMENT, "trust[0].pins has no pin"},
      {MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.kind = MOYA_TRUST_PINS})), MOYA_ERROR_ARGUMENT, "has no pin"},
      {MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.ca_file = "/absent.pem"})), MOYA_ERROR_ARGUMENT,
       "trust[0] cannot be used: /absent.pem cannot be read: No such file"},
      {MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.ca_file = "/a", .ca_data = "b", .ca_data_len = 1})), MOYA_ERROR_ARGUMENT,
       "trust[0].ca_file and moya_connection_options.trust[0].ca_data are both there"},
      {MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.ca_data_len = 1})), MOYA_ERROR_NULL, "trust[0].ca_data is NULL"},
      {MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.ca_data = "secret", .ca_data_len = 6})), MOYA_ERROR_ARGUMENT, "no certificates in PEM"},
      {MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.ca_file = "/a", .kind = MOYA_TRUST_NONE})), MOYA_ERROR_ARGUMENT,
       "which its kind does not ask"},
      {MOYA_CONNECTION_OPTIONS(.http = 3), MOYA_ERROR_ARGUMENT, "moya_connection_options.http is 3"},
      {MOYA_CONNECTION_OPTIONS(.unix_socket = ""), MOYA_ERROR_ARGUMENT, "unix_socket cannot be used: it is empty"},
      {MOYA_CONNECTION_OPTIONS(.unix_socket = "/a", .guard = MOYA_GUARD_PUBLIC), MOYA_ERROR_ARGUMENT, "unix_socket cannot be used: an address guard"},
      {MOYA_CONNECTION_OPTIONS(.interface = "secret9"), MOYA_ERROR_ARGUMENT, "interface cannot be used: this machine has neither"},
      {MOYA_CONNECTION_OPTIONS(.resolve_count = 1), MOYA_ERROR_NULL, "moya_connection_options.resolve is NULL"},
      {MOYA_CONNECTION_OPTIONS(.resolve = (const char *[]){"a:80:127.0.0.1", "secret"}, .resolve_count = 2), MOYA_ERROR_ARGUMENT,
       "resolve[1] cannot be used: it is not \"HOST:PORT:ADDRESS\""},
      {MOYA_CONNECTION_OPTIONS(.no_proxy = "a,secret:x"), MOYA_ERROR_ARGUMENT, "no_proxy cannot be used: its entry 1"},
      {MOYA_CONNECTION_OPTIONS(.no_proxy = "[::1],a:0"), MOYA_ERROR_ARGUMENT, "no_proxy cannot be used: its entry 1"},
      {MOYA_CONNECTION_OPTIONS(.origin_headers = (const char *[]){"a b"}, .origin_header_count = 1), MOYA_ERROR_ARGUMENT,
       "origin_headers[0] is no name of a header field"},
      {MOYA_CONNECTION_OPTIONS(.credential = &MOYA_CREDENTIAL(.user = "a:b", .password = "secret")), MOYA_ERROR_ARGUMENT,
       "credential cannot be used: its user's name has a colon"},
      {MOYA_CONNECTION_OPTIONS(.credential = &MOYA_CREDENTIAL(.password = "secret")), MOYA_ERROR_NULL, "credential.user is NULL"},
      {MOYA_CONNECTION_OPTIONS(.credential = &MOYA_CREDENTIAL(.kind = 9, .user = "a")), MOYA_ERROR_ARGUMENT, "credential.kind is 9"},
      {MOYA_CONNECTION_OPTIONS(.credential = &MOYA_CREDENTIAL(.kind = MOYA_CREDENTIAL_BEARER, .password = "secret secret")),
       MOYA_ERROR_ARGUMENT, "credential cannot be used: its token has characters that no token has"},
      {MOYA_CONNECTION_OPTIONS(.credential = &MOYA_CREDENTIAL(.kind = MOYA_CREDENTIAL_BEARER, .user = "a", .password = "secret")),
       MOYA_ERROR_ARGUMENT, "credential.user is there, and a token has none"},
      {MOYA_CONNECTION_OPTIONS(.proxy_credential = &MOYA_CREDENTIAL(.kind = MOYA_CREDENTIAL_BEARER, .password = "secret")),
       MOYA_ERROR_ARGUMENT, "proxy_credential cannot be used: a proxy takes Basic or Digest"},
      {MOYA_CONNECTION_OPTIONS(.key_file = "/secret"), MOYA_ERROR_ARGUMENT, "and no certificate"},
      {MOYA_CONNECTION_OPTIONS(.key_password = "secret"), MOYA_ERROR_ARGUMENT, "and no certificate"},
      {MOYA_CONNECTION_OPTIONS(.certificate_file = "/secret"), MOYA_ERROR_ARGUMENT, "certificate cannot be used: it cannot be read"},
      {MOYA_CONNECTION_OPTIONS(.certificate_file = servers.authority), MOYA_ERROR_ARGUMENT,
       "certificate cannot be used: there is no private key in it"},
      {MOYA_CONNECTION_OPTIONS(.certificate_file = path_of("valid.pem"), .key_file = path_of("locked.key"), .key_password = "secret"),
       MOYA_ERROR_ARGUMENT, "key cannot be used: its key cannot be decrypted with the password"},
      {MOYA_CONNECTION_OPTIONS(.certificate_file = path_of("valid.pem"), .key_file = path_of("ca.key")), MOYA_ERROR_ARGUMENT,
       "key cannot be used: its key is not the certificate's"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) refuse(&rows[i].options, "", rows[i].status, rows[i].words);

  moya_connection_options sized = MOYA_CONNECTION_OPTIONS_INIT;
  sized.size = 8;
  refuse(&sized, "", MOYA_ERROR_STRUCT_SIZE, "moya_connection_options.size is 8");
  sized = MOYA_CONNECTION_OPTIONS(MOYA_TRUSTS({.host = "a"}));
  sized.trust_stride = 40;
  refuse(&sized, "", MOYA_ERROR_STRUCT_SIZE, "the stride of moya_connection_options.trust is 40");

  moya_connection_options on = MOYA_CONNECTION_OPTIONS(.guard = MOYA_GUARD_PUBLIC);
  refuse(&on, "http://user:secret@localhost:3128", MOYA_ERROR_ARGUMENT, "guard cannot be used: there is a proxy");
  setenv("https_proxy", "http://user:secret@localhost:3128", 1);
  refuse(&on, NULL, MOYA_ERROR_ARGUMENT, "guard cannot be used: the environment names a proxy");
  unsetenv("https_proxy");
}

int main(void) {
  servers = peers_start();
  read_file("ca.pem", authority, sizeof authority);
  read_file("valid.pem", leaf, sizeof leaf);
  read_file("leaf.key", key, sizeof key);
  TEST("each host's certificate must satisfy the rule for that host, and the TLS version", trust);
  TEST("a rule of trust is for its host in every spelling", trust_of_spellings);
  TEST("a server that asks for a certificate gets the provider's: from files, memory or an archive, with a password", identities);
  TEST("verification that is off is said on standard error, once for each provider", warning);
  TEST("a guarded provider connects to no spelling of this machine, but to the exceptions", guard);
  TEST("a name that leads elsewhere when it is looked up again does not get past the guard", rebinding);
  TEST("connections take the version of HTTP, the socket, address, interface and proxy that are asked for", ways);
  TEST("a credential goes to the target's origin only, the target's own before the provider's", credentials);
  TEST("options of a session that cannot be used are refused with the reason, and show no value", refusals);
  peers_stop(&servers);
  return verdict();
}
