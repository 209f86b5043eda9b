/* Plugins read secrets from their config or from files. No message of a plugin may show a secret, even if the
 * library cuts the message. */
#include "plugin_calls.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

/* The library cuts longer texts of a plugin after this many bytes (plugin.h). */
enum { LIMIT = 131072 };

static const moya_option keys[] = {
    {.name = "key", .kind = MOYA_OPTION_SECRET}, {.name = "other", .kind = MOYA_OPTION_SECRET}, {.name = NULL}};

static const moya_host *host;
static char received[1 << 17];
static moya_status create(const moya_host *it, moya_context *self, void **instance) {
  host = it;
  *instance = self;
  moya_str secret = host->option_text(self, "key");
  snprintf(received, sizeof received, "%s", secret.data ? secret.data : "NULL");
  return MOYA_OK;
}

/* ── Files ── */

static char scratch[] = "/tmp/moya-secrets-XXXXXX", path[256], target[256];
static int writer = -1; /* the end of a FIFO that is open for writing */

static void write_file(const char *at, const void *contents, size_t count) {
  int file = open(at, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  EXPECT(file >= 0 && write(file, contents, count) == (ssize_t)count, "%s", at);
  close(file);
}
static void a_file(void) { write_file(path, "secret", 6); }
static void a_large_file(size_t count) {
  static char contents[1 << 17];
  memset(contents, 'a', sizeof contents);
  write_file(path, contents, count);
}
static void the_largest_file(void) { a_large_file(65536); }
static void too_large_a_file(void) { a_large_file(65537); }
static void bytes(void) { write_file(path, "secret\xff", 7); }
static void a_nul(void) { write_file(path, "sec\0ret", 7); }
static void a_folder(void) { EXPECT(mkdir(path, 0700) == 0); }
static void a_fifo(void) { EXPECT(mkfifo(path, 0600) == 0); }
static void a_full_fifo(void) {
  a_fifo();
  writer = open(path, O_RDWR | O_CLOEXEC);
  EXPECT(writer >= 0 && write(writer, "secret", 6) == 6);
}
static void a_socket(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%.100s", path);
  writer = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  EXPECT(bind(writer, (struct sockaddr *)&address, sizeof address) == 0 && listen(writer, 1) == 0);
}
static void link_to(const char *place) { EXPECT(symlink(place, path) == 0); }
static void link_to_file(void) {
  write_file(target, "secret", 6);
  link_to(target);
}
static void link_to_fifo(void) {
  EXPECT(mkfifo(target, 0600) == 0);
  link_to(target);
}
static void link_to_folder(void) { link_to(scratch); }
static void link_to_null(void) { link_to("/dev/null"); }
static void link_to_zero(void) { link_to("/dev/zero"); }
static void link_to_terminal(void) { link_to("/dev/tty"); }
static void link_to_itself(void) { link_to(path); }
static void nothing(void) {}

static void files(void) {
  static const struct {
    const char *what;
    void (*make)(void);
    const char *text; /* a part of the error; NULL: there is no error */
  } rows[] = {
      {"a file", a_file, NULL},
      {"a file of 64 KiB", the_largest_file, NULL},
      {"a symbolic link to a file", link_to_file, NULL},
      {"a larger file", too_large_a_file, path},
      {"a file that is not UTF-8", bytes, path},
      {"a file with a NUL", a_nul, "contains a NUL"},
      {"nothing", nothing, path},
      {"a folder", a_folder, path},
      {"a FIFO without a writer", a_fifo, path},
      {"a FIFO with bytes", a_full_fifo, path},
      {"a socket", a_socket, path},
      {"a symbolic link to a FIFO", link_to_fifo, path},
      {"a symbolic link to a folder", link_to_folder, path},
      {"a symbolic link to a device that is empty", link_to_null, path},
      {"a symbolic link to a device without an end", link_to_zero, path},
      {"a symbolic link to a terminal", link_to_terminal, path},
      {"a symbolic link to itself", link_to_itself, path},
  };
  static const moya_plugin reading = {
      MOYA_PLUGIN_HEAD, .id = "org.libmoya.reads", .version = "1.0.0", .options = keys, .create = create};
  for (size_t index = 0; index < COUNT(rows); index++) {
    char config[512];
    moya_status wanted = rows[index].text ? MOYA_ERROR_ARGUMENT : MOYA_OK;
    rows[index].make();
    snprintf(config, sizeof config, "{\"key\":{\"file\":\"%s\"}}", path);
    received[0] = 0;
    moya_provider *provider = new_provider(NULL);
    moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &reading, .config = config);
    /* If reading the file blocked, a signal would end the program. */
    alarm(60);
    expect_use(provider, &use, wanted, rows[index].text ? "\"key\" of org.libmoya.reads" : NULL, rows[index].what);
    if (rows[index].text) expect_use(provider, &use, wanted, rows[index].text, rows[index].what);
    alarm(0);
    EXPECT((received[0] != 0) == (wanted == MOYA_OK), "%s: %s", rows[index].what, received);
    moya_provider_destroy(provider);
    if (writer >= 0) close(writer);
    writer = -1;
    remove(path);
    remove(target);
  }
}

/* ── Long lines ── */

static char said[LIMIT + 256], lines[3][LIMIT + 256];
static size_t line_count;
static void keep_line(void *user, moya_log_level level, const char *message, size_t len) {
  (void)user, (void)level;
  EXPECT(strlen(message) == len && line_count < 2);
  if (line_count < 2) snprintf(lines[line_count++], sizeof lines[0], "%s", message);
}
static moya_status say(void *instance, moya_context *context) {
  host->log(context, MOYA_LOG_ERROR, said);
  host->log(instance, MOYA_LOG_ERROR, said);
  host->fail(context, said);
  return MOYA_ERROR_PLUGIN_HOOK;
}

/* Checks that neither the log nor the error shows a digit, and that their texts end with `end`. Only secrets have
 * digits here. */
static void expect_hidden(const char *config, size_t kept, const char *end) {
  static const moya_plugin saying = {MOYA_PLUGIN_HEAD,  .id = "org.libmoya.says", .version = "x",
                                     .options = keys,   .create = create,         .prepare = say};
  moya_log_handler log = MOYA_LOG_HANDLER(.level = MOYA_LOG_ERROR, .log = keep_line);
  moya_provider *provider = new_provider(&log);
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &saying, .config = config);
  moya_target target = stub_target(MOYA_STUB_IMMEDIATE);
  moya_response *response = NULL;
  moya_error *error = NULL;
  line_count = 0;
  lines[0][0] = lines[1][0] = lines[2][0] = 0;
  expect_use(provider, &use, MOYA_OK, NULL, config);
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_PLUGIN_HOOK);
  snprintf(lines[2], sizeof lines[2], "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_provider_destroy(provider);
  for (int index = 0; index < 3; index++) {
    size_t length = strlen(lines[index]), end_length = strlen(end);
    const char *digit = strpbrk(lines[index], "0123456789");
    EXPECT(!digit, "%.60s, %zu bytes before the cut: text %d shows %.20s", config, kept, index, digit);
    EXPECT(length > end_length && strcmp(lines[index] + length - end_length, end) == 0,
           "%.60s, %zu bytes before the cut: text %d ends with %s", config, kept, index,
           lines[index] + (length > 40 ? length - 40 : 0));
  }
}

/* The message is so long that it is cut inside the secret. `kept` bytes of the secret come before the cut. */
static void cut(void) {
  static const struct {
    const char *config, *text;
  } rows[] = {
      {"{\"key\":\"1234567890\"}", "1234567890"},
      {"{\"key\":\"1234567890\"}", "1234567890 and 1234567890"},
      {"{\"key\":\"1111112\"}", "1111112"},
      {"{\"key\":\"1111112\"}", "11111121111112"},
      {"{\"key\":\"1234567890\",\"other\":\"345678\"}", "1234567890"},
      {"{\"key\":\"345678\",\"other\":\"1234567890\"}", "1234567890"},
      {"{\"key\":\"9912345678\",\"other\":\"1234567890\"}", "1234567890"},
  };
  for (size_t index = 0, row = 0; index < COUNT(rows); index++) {
    for (size_t kept = 1; kept <= strlen(rows[index].text); kept++) {
      if (!is_played((int)row++)) continue;
      memset(said, '.', LIMIT);
      strcpy(said + LIMIT - kept, rows[index].text);
      /* If the cut comes after a letter or a space, the message does not end with a secret. */
      bool is_word = strchr("0123456789", rows[index].text[kept - 1]) != NULL;
      expect_hidden(rows[index].config, kept, is_word ? "<redacted>" : "");
    }
  }
}

/* The message is cut inside a character of the secret. */
static void cut_in_character(void) {
  for (size_t kept = 6; kept < 14; kept++) {
    memset(said, '.', LIMIT);
    strcpy(said + LIMIT - kept, "123456\xc3\xa9\xf0\x9f\x98\x80" "7890");
    expect_hidden("{\"key\":\"123456\xc3\xa9\xf0\x9f\x98\x80" "7890\"}", kept, "<redacted>");
  }
}

/* The message consists of many secrets. After they are replaced, it is short. */
static void cut_after_many(void) {
  static char secret[20001], config[20100];
  for (size_t index = 0; index < sizeof secret - 1; index++) secret[index] = (char)('0' + index % 10);
  secret[0] = '9';
  snprintf(config, sizeof config, "{\"key\":\"%s\"}", secret);
  for (size_t end = 0; end < LIMIT; end += strlen(secret)) {
    size_t room = sizeof said - end;
    snprintf(said + end, room, "%s", secret);
  }
  expect_hidden(config, LIMIT % strlen(secret), "<redacted>");
}

/* Tests secrets in a message that is not cut. */
static void in_text(void) {
  static const struct {
    const char *config, *said;
  } rows[] = {
      {"{\"key\":\"123456\"}", "a 123456\xcc\x81 b"},     /* an accent belongs to the last digit */
      {"{\"key\":\"123456\"}", "a 123456\xe2\x80\x8d b"}, /* a zero-width joiner follows the secret */
      {"{\"key\":\"12345\\r\"}", "a 12345\r\n b"},
      {"{\"key\":\"\xcc\x81" "123456\"}", "a\xcc\x81" "123456 b"},
      {"{\"key\":\"123456\",\"other\":\"456789\"}", "a 123456789 b"},
  };
  for (size_t index = 0; index < COUNT(rows); index++) {
    strcpy(said, rows[index].said);
    expect_hidden(rows[index].config, 0, " b");
  }
}

/* If a message is not cut, its end is not replaced, even if it ends like the beginning of a secret. A whole secret at
 * its end is replaced. */
static void not_cut(void) {
  strcpy(said, "the pin has the letters abc");
  expect_hidden("{\"key\":\"abcdef\"}", 0, "abc");
  memset(said, '.', LIMIT);
  said[LIMIT] = 0;
  expect_hidden("{\"key\":\"abcdef\"}", 0, "....");
  memcpy(said + LIMIT - 6, "abcdef", 6);
  expect_hidden("{\"key\":\"abcdef\"}", 6, "...<redacted>");
}

/* ── Texts of the plugin ── */

static moya_context *self;
static moya_status create_self(const moya_host *it, moya_context *context, void **instance) {
  self = context;
  return create(it, context, instance);
}

static void texts(void) {
  static const struct {
    const char *text, *shown;
    size_t size; /* how many bytes there is room for */
    const char *written;
  } rows[] = {
      {"plain", "plain", 64, "plain"},
      {"", "", 64, ""},
      {"the key is s3cr3t-key.", "the key is <redacted>.", 64, "the key is <redacted>."},
      {"a?token=abc&b=1", "a?token=<redacted>&b=1", 64, "a?token=<redacted>&b=1"},
      {"x=s3cr3t%2Dkey&y", "x=<redacted>&y", 64, "x=<redacted>&y"},
      {"%73%33%63%72%33%74%2d%6B%65%79.", "<redacted>.", 64, "<redacted>."},
      {"s3cr3t%2Ckey %", "s3cr3t%2Ckey %", 64, "s3cr3t%2Ckey %"},
      {"sent X-Stamp: abc, b=1", "sent X-Stamp: <redacted>, b=1", 64, "sent X-Stamp: <redacted>, b=1"},
      {"sent x-stamp = abc", "sent x-stamp = <redacted>", 64, "sent x-stamp = <redacted>"},
      {"{\"X-Stamp\": \"abc\"}", "{\"X-Stamp\": \"<redacted>\"}", 64, "{\"X-Stamp\": \"<redacted>\"}"},
      {"a stamp: abc", "a stamp: abc", 64, "a stamp: abc"},
      {"two\nlines\x7f", "two lines ", 64, "two lines "},
      {"caf\xc3\xa9s", "caf\xc3\xa9s", 64, "caf\xc3\xa9s"},
      {"caf\xc3\xa9s", "caf\xc3\xa9s", 5, "caf"},
      {"caf\xc3\xa9s", "caf\xc3\xa9s", 6, "caf\xc3\xa9"},
      {"plain", "plain", 6, "plain"},
      {"plain", "plain", 5, "plai"},
      {"plain", "plain", 1, ""},
      {"bytes \xff", "bytes \xef\xbf\xbd", 64, "bytes \xef\xbf\xbd"},
  };
  static const char *const secret_headers[] = {"X-Stamp", NULL};
  static const moya_plugin redacting = {
      MOYA_PLUGIN_HEAD, .id = "org.libmoya.redacts", .version = "1.0.0", .options = keys,
      .secret_headers = secret_headers, .create = create_self};
  moya_provider *provider = new_provider(NULL);
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &redacting, .config = "{\"key\":\"s3cr3t-key\"}");
  expect_use(provider, &use, MOYA_OK, NULL, "a plugin with a secret");
  for (size_t index = 0; index < COUNT(rows); index++) {
    char out[65];
    memset(out, '#', sizeof out);
    size_t len = host->redact(self, rows[index].text, out, rows[index].size);
    EXPECT(len == strlen(rows[index].shown), "%s: %zu", rows[index].text, len);
    EXPECT(strcmp(out, rows[index].written) == 0, "%s: %.64s", rows[index].text, out);
    EXPECT(out[rows[index].size] == '#', "%s: more than its room is written", rows[index].text);
    EXPECT(host->redact(self, rows[index].text, NULL, 0) == len, "%s", rows[index].text);
  }
  char out[64];
  EXPECT(host->redact(self, NULL, out, sizeof out) == 0);
  memset(out, '#', sizeof out);
  EXPECT(host->redact(self, "plain", out, SIZE_MAX) == 5 && strcmp(out, "plain") == 0, "a room without a limit");
  EXPECT(host->redact(NULL, "token=abc", out, sizeof out) == 16 && strcmp(out, "token=<redacted>") == 0, "%s", out);
  moya_provider_destroy(provider);
}

int main(void) {
  if (!mkdtemp(scratch)) return 2;
  snprintf(path, sizeof path, "%s/secret", scratch);
  snprintf(target, sizeof target, "%s/target", scratch);
  TEST("a secret comes from a file only, and nothing else makes its reader wait", files);
  TEST("a secret shows no part of itself where a long message is cut", cut);
  TEST("a secret shows no part of itself where the cut is inside one of its characters", cut_in_character);
  TEST("a secret shows no part of itself at the end of a message of many secrets", cut_after_many);
  TEST("a secret is hidden whatever stands beside it, also where secrets overlap", in_text);
  TEST("a message that is not cut keeps its end", not_cut);
  TEST("a plugin receives a text as the log would show it, in the room that it has", texts);
  rmdir(scratch);
  return verdict();
}
