/* How a provider connects: trust, client certificates and the address guard, against real servers with TLS; and what is
 * refused when it is made. */
#include "peers.h"

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

static moya_provider *provider_with(const moya_session_options *session, const char *ca_file) {
  moya_provider *provider = NULL;
  moya_error *error = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.session = session, .ca_file = ca_file, .proxy = "");
  EXPECT_STATUS(moya_provider_create(&options, &provider, &error), MOYA_OK);
  EXPECT(!error, "%s", moya_error_message(error).data);
  moya_error_release(error);
  return provider;
}

/* GET of a peer's port. `host`: NULL, localhost. `message`: of the error, "" when there is none. */
static moya_status get(moya_provider *provider, const char *host, const char *port, const char *path, char message[512]) {
  char base[128];
  const char *scheme = strcmp(port, "plain") == 0 ? "http" : "https";
  snprintf(base, sizeof base, "%s://%s:%s", scheme, host ? host : "localhost", peers_port(&servers, port));
  moya_target target = MOYA_TARGET(.base_url = base, .path = path);
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, &target, &response, &error);
  snprintf(message, 512, "%s", error ? moya_error_message(error).data : "");
  if (status == MOYA_OK) EXPECT(moya_response_status(response) == 200, "%d", moya_response_status(response));
  moya_response_release(response);
  moya_error_release(error);
  return status;
}

/* What one call to `port` is with these options; `words`: part of the error's message. */
static void expect_call(const moya_session_options *session, const char *port, moya_status wanted, const char *words) {
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

  moya_session_options memory = MOYA_SESSION_OPTIONS(MOYA_TRUST({.ca_data = authority, .ca_data_len = strlen(authority)}));
  moya_provider *provider = provider_with(&memory, NULL);
  EXPECT_STATUS(get(provider, NULL, "tls", "/small", message), MOYA_OK);
  EXPECT_STATUS(get(provider, NULL, "h2", "/small", message), MOYA_OK);
  EXPECT_STATUS(get(provider, NULL, "expired", "/", message), MOYA_ERROR_TLS);
  moya_provider_destroy(provider);

  moya_session_options rows = MOYA_SESSION_OPTIONS(MOYA_TRUST({.host = "127.0.0.1", .kind = MOYA_TRUST_NONE},
                                                              {.host = "localhost", .ca_file = servers.authority}));
  provider = provider_with(&rows, NULL);
  EXPECT_STATUS(get(provider, "127.0.0.1", "self-signed", "/", message), MOYA_OK);
  EXPECT_STATUS(get(provider, NULL, "self-signed", "/", message), MOYA_ERROR_TLS);
  EXPECT_STATUS(get(provider, NULL, "tls", "/small", message), MOYA_OK);
  moya_provider_destroy(provider);

  moya_session_options pinned = MOYA_SESSION_OPTIONS(MOYA_TRUST({.ca_file = servers.authority, .pins = both}));
  expect_call(&pinned, "tls-1.2", MOYA_OK, "");
  moya_session_options other = MOYA_SESSION_OPTIONS(MOYA_TRUST({.ca_file = servers.authority, .pins = stranger}));
  expect_call(&other, "tls", MOYA_ERROR_TLS, "its key is not one of those pinned");
  moya_session_options key_only = MOYA_SESSION_OPTIONS(MOYA_TRUST({.kind = MOYA_TRUST_PINS, .pins = valid}));
  expect_call(&key_only, "expired", MOYA_OK, "");
  expect_call(&key_only, "self-signed", MOYA_ERROR_TLS, "its key is not one of those pinned");

  moya_session_options newest = MOYA_SESSION_OPTIONS(.min_tls = MOYA_TLS_V1_3);
  expect_call(&newest, "tls-1.2", MOYA_ERROR_TLS, "it offers no allowed version of TLS");
}

static void identities(void) {
  char whole[8192];
  snprintf(whole, sizeof whole, "%s%s", leaf, key);
  moya_session_options each[] = {
      MOYA_SESSION_OPTIONS(.certificate_file = path_of("valid.pem"), .key_file = path_of("leaf.key")),
      MOYA_SESSION_OPTIONS(.certificate_data = whole, .certificate_data_len = strlen(whole)),
      MOYA_SESSION_OPTIONS(.certificate_file = path_of("client.p12"), .key_password = password),
      MOYA_SESSION_OPTIONS(.certificate_data = leaf, .certificate_data_len = strlen(leaf),
                           .key_file = path_of("locked.key"), .key_password = password),
  };
  char message[512];
  for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
    moya_provider *provider = provider_with(&each[i], servers.authority);
    EXPECT_STATUS(get(provider, NULL, "client-certificate", "/small", message), MOYA_OK);
    EXPECT(message[0] == 0, "%zu: %s", i, message);
    moya_provider_destroy(provider);
  }
  moya_session_options none = MOYA_SESSION_OPTIONS_INIT;
  expect_call(&none, "client-certificate", MOYA_ERROR_TLS, "it asks for a client certificate");
}

/* What a program writes to standard error while it makes a provider with these options. */
static void written_by(const moya_session_options *session, char *text, size_t room) {
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
  moya_session_options off = MOYA_SESSION_OPTIONS(MOYA_TRUST({.kind = MOYA_TRUST_NONE}, {.host = "a", .ca_file = servers.authority}));
  written_by(&off, text, sizeof text);
  EXPECT(strncmp(text, "moya warning: certificates of all hosts are not checked: ", 57) == 0, "%s", text);
  EXPECT(strchr(text, '\n') == text + strlen(text) - 1, "one line: %s", text);
  setenv("MOYA_LOG", "error", 1);
  written_by(&off, text, sizeof text);
  EXPECT(text[0] == 0, "%s", text);
  unsetenv("MOYA_LOG");
  moya_session_options on = MOYA_SESSION_OPTIONS(MOYA_TRUST({.kind = MOYA_TRUST_PINS, .pins = pin}));
  written_by(&on, text, sizeof text);
  EXPECT(text[0] == 0, "%s", text);
}

static void guard(void) {
  const char *hosts[] = {"localhost", "127.0.0.1", "127.1", "0x7f.1", "2130706433", "[::ffff:127.0.0.1]", "[::1]"};
  char message[512];
  moya_session_options on = MOYA_SESSION_OPTIONS(.guard = MOYA_GUARD_PUBLIC);
  moya_provider *provider = provider_with(&on, NULL);
  for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
    moya_status status = get(provider, hosts[i], "plain", "/small", message);
    EXPECT(status == MOYA_ERROR_ADDRESS, "%s: %s", hosts[i], message);
    EXPECT(strstr(message, " is refused: it is loopback"), "%s", message);
  }
  moya_provider_destroy(provider);
  moya_session_options some = MOYA_SESSION_OPTIONS(.guard = MOYA_GUARD_PUBLIC, .guard_exceptions = "10.0.0.0/8, 127.0.0.1");
  provider = provider_with(&some, servers.authority);
  EXPECT_STATUS(get(provider, NULL, "plain", "/small", message), MOYA_OK);
  EXPECT_STATUS(get(provider, NULL, "tls", "/small", message), MOYA_OK);
  EXPECT_STATUS(get(provider, "127.0.0.2", "plain", "/small", message), MOYA_ERROR_ADDRESS);
  moya_provider_destroy(provider);
}

static void refuse(const moya_session_options *session, const char *proxy, moya_status wanted, const char *words) {
  moya_provider *provider = (moya_provider *)&provider;
  moya_error *error = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.session = session, .proxy = proxy);
  moya_status status = moya_provider_create(&options, &provider, &error);
  const char *message = error ? moya_error_message(error).data : "";
  EXPECT(status == wanted, "%s, not %s: %s", words, moya_status_name(status), message);
  EXPECT(provider == NULL && strstr(message, words), "%s: %s", words, message);
  EXPECT(!strstr(message, "secret"), "%s", message);
  moya_error_release(error);
}

static void refusals(void) {
  struct {
    moya_session_options options;
    moya_status status;
    const char *words;
  } rows[] = {
      {MOYA_SESSION_OPTIONS(.min_tls = 7), MOYA_ERROR_ARGUMENT, "moya_session_options.min_tls is 7"},
      {MOYA_SESSION_OPTIONS(.guard = -1), MOYA_ERROR_ARGUMENT, "moya_session_options.guard is -1"},
      {MOYA_SESSION_OPTIONS(.guard_exceptions = "10.0.0.1"), MOYA_ERROR_ARGUMENT, "guard_exceptions is there without"},
      {MOYA_SESSION_OPTIONS(.guard = MOYA_GUARD_PUBLIC, .guard_exceptions = "secret"), MOYA_ERROR_ARGUMENT,
       "guard cannot be used: its exception 0 is neither"},
      {MOYA_SESSION_OPTIONS(.trust_count = 1), MOYA_ERROR_NULL, "moya_session_options.trust is NULL"},
      {MOYA_SESSION_OPTIONS(.trust_count = 10001), MOYA_ERROR_ARGUMENT, "more than 10000"},
      {MOYA_SESSION_OPTIONS(MOYA_TRUST({0}, {.reserved = 1})), MOYA_ERROR_ARGUMENT, "trust[1].reserved is not 0"},
      {MOYA_SESSION_OPTIONS(MOYA_TRUST({.kind = 9})), MOYA_ERROR_ARGUMENT, "trust[0].kind is 9"},
      {MOYA_SESSION_OPTIONS(MOYA_TRUST({.host = "https://secret"})), MOYA_ERROR_ARGUMENT, "its host is none"},
      {MOYA_SESSION_OPTIONS(MOYA_TRUST({.host = "\xff"})), MOYA_ERROR_UTF8, "trust[0].host is not UTF-8"},
      {MOYA_SESSION_OPTIONS(MOYA_TRUST({.pins = "secret"})), MOYA_ERROR_ARGUMENT, "a pin of it is not \"sha256/\""},
      {MOYA_SESSION_OPTIONS(MOYA_TRUST({.kind = MOYA_TRUST_PINS})), MOYA_ERROR_ARGUMENT, "has no pin"},
      {MOYA_SESSION_OPTIONS(MOYA_TRUST({.ca_file = "/secret"})), MOYA_ERROR_ARGUMENT, "it cannot be read: No such file"},
      {MOYA_SESSION_OPTIONS(MOYA_TRUST({.ca_file = "/a", .ca_data = "b", .ca_data_len = 1})), MOYA_ERROR_ARGUMENT,
       "trust[0].ca_file and moya_session_options.trust[0].ca_data are both there"},
      {MOYA_SESSION_OPTIONS(MOYA_TRUST({.ca_data_len = 1})), MOYA_ERROR_NULL, "trust[0].ca_data is NULL"},
      {MOYA_SESSION_OPTIONS(MOYA_TRUST({.ca_data = "secret", .ca_data_len = 6})), MOYA_ERROR_ARGUMENT, "no certificates in PEM"},
      {MOYA_SESSION_OPTIONS(MOYA_TRUST({.ca_file = "/a", .kind = MOYA_TRUST_NONE})), MOYA_ERROR_ARGUMENT,
       "which its kind does not ask"},
      {MOYA_SESSION_OPTIONS(.key_file = "/secret"), MOYA_ERROR_ARGUMENT, "and no certificate"},
      {MOYA_SESSION_OPTIONS(.key_password = "secret"), MOYA_ERROR_ARGUMENT, "and no certificate"},
      {MOYA_SESSION_OPTIONS(.certificate_file = "/secret"), MOYA_ERROR_ARGUMENT, "certificate cannot be used: it cannot be read"},
      {MOYA_SESSION_OPTIONS(.certificate_file = servers.authority), MOYA_ERROR_ARGUMENT,
       "certificate cannot be used: there is no private key in it"},
      {MOYA_SESSION_OPTIONS(.certificate_file = path_of("valid.pem"), .key_file = path_of("locked.key"), .key_password = "secret"),
       MOYA_ERROR_ARGUMENT, "key cannot be used: its key cannot be decrypted with the password"},
      {MOYA_SESSION_OPTIONS(.certificate_file = path_of("valid.pem"), .key_file = path_of("ca.key")), MOYA_ERROR_ARGUMENT,
       "key cannot be used: its key is not the certificate's"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) refuse(&rows[i].options, "", rows[i].status, rows[i].words);

  moya_session_options sized = MOYA_SESSION_OPTIONS_INIT;
  sized.size = 8;
  refuse(&sized, "", MOYA_ERROR_STRUCT_SIZE, "moya_session_options.size is 8");
  sized = MOYA_SESSION_OPTIONS(MOYA_TRUST({.host = "a"}));
  sized.trust_stride = 40;
  refuse(&sized, "", MOYA_ERROR_STRUCT_SIZE, "the stride of moya_session_options.trust is 40");

  moya_session_options on = MOYA_SESSION_OPTIONS(.guard = MOYA_GUARD_PUBLIC);
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
  TEST("a server that asks for a certificate gets the provider's: from files, memory or an archive, with a password", identities);
  TEST("verification that is off is said on standard error, once for each provider", warning);
  TEST("a guarded provider connects to no spelling of this machine, but to the exceptions", guard);
  TEST("options of a session that cannot be used are refused with the reason, and show no value", refusals);
  peers_stop(&servers);
  return verdict();
}
