/* Tests cookies and HSTS: what a provider stores from responses, lists for the program, accepts from the program, and
 * writes into files. */
#include "calls.h"
#include "peers.h"

#include <sys/stat.h>

static char folder[] = "/tmp/moya-cookies-XXXXXX";
static peers origins;

static moya_provider *keeping(const moya_cookie_options *cookies) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.cookies = cookies, .ca_file = origins.authority, .proxy = "");
  moya_provider *provider = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &provider, &error), MOYA_OK);
  if (error) EXPECT(false, "%s", moya_error_message(error).data);
  moya_error_release(error);
  return provider;
}

/* Gets a URL. If `text` is not NULL, checks whether the body of the response contains `text`, as `contains` says. */
static void expect_body_at(moya_provider *provider, const char *url, const char *path, const char *text, bool contains) {
  char whole[600];
  snprintf(whole, sizeof whole, "%s%s", url, path);
  moya_target target = MOYA_TARGET(.name = "API.call", .base_url = whole);
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_OK);
  if (error) EXPECT(false, "%s", moya_error_message(error).data);
  moya_str body = moya_response_body(response);
  if (text && response) EXPECT(str_has(body, text) == contains, "%s: %s in %s", path, text, body.data);
  moya_response_release(response);
  moya_error_release(error);
}

static void expect_body(moya_provider *provider, const char *path, const char *text) {
  expect_body_at(provider, faults.url, path, text, true);
}

static size_t count_of(moya_provider *provider, const char *url) {
  moya_cookie_list *list = NULL;
  EXPECT_STATUS(moya_provider_cookies(provider, url, &list, NULL), MOYA_OK);
  size_t count = moya_cookie_list_count(list);
  moya_cookie_list_release(list);
  return count;
}

static void nothing_is_kept_by_default(void) {
  moya_provider *provider = keeping(NULL);
  expect_body(provider, "/set?c=a=1", NULL);
  expect_body_at(provider, faults.url, "/echo", "Cookie", false);
  moya_cookie_list *list = (moya_cookie_list *)1;
  EXPECT_STATUS(moya_provider_cookies(provider, NULL, &list, NULL), MOYA_ERROR_STATE);
  EXPECT(list == NULL && moya_cookie_list_count(list) == 0 && moya_cookie_list_at(list, 0) == NULL);
  moya_cookie cookie = MOYA_COOKIE(.name = "a", .domain = "example.com");
  EXPECT_STATUS(moya_provider_set_cookie(provider, &cookie, NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(moya_provider_clear_cookies(provider, NULL, NULL), MOYA_ERROR_STATE);
  EXPECT_STATUS(moya_provider_save_cookies(provider, NULL), MOYA_OK);
  moya_provider_destroy(provider);
}

static void memory(void) {
  moya_cookie_options cookies = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_MEMORY);
  moya_provider *provider = keeping(&cookies);
  /* The first response sets two cookies and redirects to /echo, as a login does. */
  expect_body(provider, "/set?c=session=s3cret%3B+HttpOnly&c=seen=1%3B+Max-Age=600%3B+Path=/echo&to=/echo",
              "[\"Cookie\", \"seen=1; session=s3cret\"]");
  expect_body_at(provider, faults.url, "/echo", "[\"Cookie\", \"seen=1; session=s3cret\"]", true);
  moya_header own[] = {{"Cookie", "session=mine; b=2"}};
  moya_target target = target_of("/echo");
  target.headers = own;
  target.header_count = 1;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(str_has(moya_response_body(response), "[\"Cookie\", \"session=mine; b=2; seen=1\"]"), "one field, ours first: %s",
         moya_response_body(response).data);
  moya_response_release(response);

  moya_cookie_list *list = NULL;
  EXPECT_STATUS(moya_provider_cookies(provider, NULL, &list, NULL), MOYA_OK);
  EXPECT(moya_cookie_list_count(list) == 2);
  const moya_cookie *cookie = moya_cookie_list_at(list, 0);
  EXPECT(cookie && strcmp(cookie->name, "session") == 0 && strcmp(cookie->value, "s3cret") == 0);
  EXPECT(cookie && strcmp(cookie->domain, "127.0.0.1") == 0 && strcmp(cookie->path, "/") == 0);
  EXPECT(cookie && cookie->expires == 0 && cookie->flags == MOYA_COOKIE_HTTP_ONLY && cookie->size == sizeof *cookie);
  cookie = moya_cookie_list_at(list, 1);
  EXPECT(cookie && cookie->expires > 0 && strcmp(cookie->path, "/echo") == 0);
  EXPECT(moya_cookie_list_at(list, 2) == NULL);
  moya_cookie_list_release(list);
  EXPECT(count_of(provider, faults.url) == 1 && count_of(provider, "http://example.com") == 0);

  /* A response with 300 cookies. The provider stores 180 of them. */
  static char many[5000] = "/set?";
  for (int i = 0; i < 300; i++) snprintf(many + strlen(many), sizeof many - strlen(many), "c=n%d=1&", i);
  char url[6000];
  snprintf(url, sizeof url, "%s%s", faults.url, many);
  target = MOYA_TARGET(.name = "API.call", .base_url = url);
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  EXPECT(count_of(provider, NULL) == 180, "%zu", count_of(provider, NULL));
  EXPECT_STATUS(moya_provider_clear_cookies(provider, NULL, NULL), MOYA_OK);
  expect_body(provider, "/set?c=session=1&c=seen=2", NULL);

  expect_body(provider, "/set?c=session=%3B+Max-Age=0", NULL);
  EXPECT(count_of(provider, NULL) == 1, "a server deletes what it set");
  moya_provider_destroy(provider);
}

static void own_cookies(void) {
  moya_cookie_options cookies = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_MEMORY);
  moya_provider *provider = keeping(&cookies);
  moya_cookie good = MOYA_COOKIE(.name = "a", .value = "1", .domain = "127.0.0.1");
  EXPECT_STATUS(moya_provider_set_cookie(provider, &good, NULL), MOYA_OK);
  expect_body(provider, "/echo", "[\"Cookie\", \"a=1\"]");

  char large[5000];
  memset(large, 'x', sizeof large - 1);
  large[sizeof large - 1] = 0;
  const struct {
    moya_cookie cookie;
    moya_status status;
    const char *reason;
  } rows[] = {
      {MOYA_COOKIE(.domain = "example.com"), MOYA_ERROR_NULL, "moya_cookie.name is NULL"},
      {MOYA_COOKIE(.name = "a"), MOYA_ERROR_NULL, "moya_cookie.domain is NULL"},
      {MOYA_COOKIE(.name = "a", .domain = "\xff"), MOYA_ERROR_UTF8, "moya_cookie.domain is not UTF-8"},
      {MOYA_COOKIE(.name = "", .domain = "example.com"), MOYA_ERROR_ARGUMENT, "name is empty"},
      {MOYA_COOKIE(.name = "a=b", .domain = "example.com"), MOYA_ERROR_ARGUMENT, "'='"},
      {MOYA_COOKIE(.name = "a", .value = "s3cret; x", .domain = "example.com"), MOYA_ERROR_ARGUMENT, "semicolon"},
      {MOYA_COOKIE(.name = "a", .value = "s3cret\r\nX: y", .domain = "example.com"), MOYA_ERROR_ARGUMENT, "control"},
      {MOYA_COOKIE(.name = "a", .value = large, .domain = "example.com"), MOYA_ERROR_ARGUMENT, "4096"},
      {MOYA_COOKIE(.name = "a", .domain = "a b"), MOYA_ERROR_ARGUMENT, "domain"},
      {MOYA_COOKIE(.name = "a", .domain = "#HttpOnly_y.org"), MOYA_ERROR_ARGUMENT, "no host's name"},
      {MOYA_COOKIE(.name = "a", .domain = "example.com", .path = "x"), MOYA_ERROR_ARGUMENT, "slash"},
      {MOYA_COOKIE(.name = "a", .domain = "co.uk", .flags = MOYA_COOKIE_SUBDOMAINS), MOYA_ERROR_ARGUMENT, "public suffix"},
      {MOYA_COOKIE(.name = "__Host-a", .domain = "example.com"), MOYA_ERROR_ARGUMENT, "__Host-"},
      {MOYA_COOKIE(.name = "__secure-a", .domain = "example.com"), MOYA_ERROR_ARGUMENT, "__Secure-"},
      {MOYA_COOKIE(.name = "a", .domain = "example.com", .flags = 8), MOYA_ERROR_ARGUMENT, "flags"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    moya_error *error = NULL;
    EXPECT_STATUS(moya_provider_set_cookie(provider, &rows[i].cookie, &error), rows[i].status);
    EXPECT(str_has(moya_error_message(error), rows[i].reason), "%s: %s", rows[i].reason, moya_error_message(error).data);
    EXPECT(!str_has(moya_error_message(error), "s3cret"), "a value is a secret");
    moya_error_release(error);
  }
  EXPECT_STATUS(moya_provider_set_cookie(provider, NULL, NULL), MOYA_ERROR_NULL);
  moya_cookie unsized_cookie = good;
  unsized_cookie.size = 4;
  EXPECT_STATUS(moya_provider_set_cookie(provider, &unsized_cookie, NULL), MOYA_ERROR_STRUCT_SIZE);

  moya_cookie below = MOYA_COOKIE(.name = "b", .domain = "www.example.com");
  EXPECT_STATUS(moya_provider_set_cookie(provider, &below, NULL), MOYA_OK);
  EXPECT(count_of(provider, NULL) == 2);
  EXPECT_STATUS(moya_provider_clear_cookies(provider, "example.com", NULL), MOYA_OK);
  EXPECT(count_of(provider, NULL) == 1, "a host and all below it");
  EXPECT_STATUS(moya_provider_clear_cookies(provider, "a b", NULL), MOYA_ERROR_ARGUMENT);
  good.expires = 1;
  EXPECT_STATUS(moya_provider_set_cookie(provider, &good, NULL), MOYA_OK);
  EXPECT(count_of(provider, NULL) == 0, "one that is over deletes");
  good.expires = 0;
  EXPECT_STATUS(moya_provider_set_cookie(provider, &good, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_clear_cookies(provider, NULL, NULL), MOYA_OK);
  EXPECT(count_of(provider, NULL) == 0);

  moya_cookie_list *list = NULL;
  EXPECT_STATUS(moya_provider_cookies(NULL, NULL, &list, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_cookies(provider, "ftp://x", &list, NULL), MOYA_ERROR_INVALID_URL);
  EXPECT_STATUS(moya_provider_cookies(provider, "\xff", &list, NULL), MOYA_ERROR_UTF8);
  static char endless[140000];
  memset(endless, 'x', sizeof endless - 1);
  EXPECT_STATUS(moya_provider_cookies(provider, endless, &list, NULL), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya_provider_clear_cookies(NULL, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_clear_cookies(provider, "\xff", NULL), MOYA_ERROR_UTF8);
  EXPECT_STATUS(moya_provider_save_cookies(NULL, NULL), MOYA_ERROR_NULL);
  struct {
    moya_cookie cookie;
    uint64_t field;
  } newer = {good, 1};
  newer.cookie.size = sizeof newer;
  EXPECT_STATUS(moya_provider_set_cookie(provider, &newer.cookie, NULL), MOYA_ERROR_STRUCT_TAIL);
  moya_provider_destroy(provider);
}

static char *path_of(const char *name) {
  static char path[4][300];
  static int next;
  char *it = path[next++ % 4];
  snprintf(it, sizeof path[0], "%s/%s", folder, name);
  return it;
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  EXPECT(file != NULL, "%s", path);
  if (!file) return;
  fputs(text, file);
  fclose(file);
}

static void files(void) {
  const char *jar = path_of("cookies.txt");
  moya_cookie_options cookies = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE, .cookie_file = jar);
  moya_provider *provider = keeping(&cookies);
  EXPECT(access(jar, F_OK) != 0, "nothing to keep yet");
  expect_body(provider, "/set?c=session=s3cret&c=b=2%3B+Max-Age=600%3B+HttpOnly", NULL);
  EXPECT_STATUS(moya_provider_save_cookies(provider, NULL), MOYA_OK);
  EXPECT(access(jar, R_OK) == 0, "saved when asked");
  struct stat status;
  EXPECT(stat(jar, &status) == 0 && (status.st_mode & 0777) == 0600, "its owner's alone: %o", status.st_mode);
  expect_body(provider, "/set?c=late=3", NULL);
  moya_provider_destroy(provider);

  provider = keeping(&cookies);
  expect_body(provider, "/echo", "[\"Cookie\", \"session=s3cret; b=2; late=3\"]");
  /* The test removes the folder of the file. The error has the kernel's reason, and not the value of a cookie. */
  char gone[300];
  snprintf(gone, sizeof gone, "%s/gone", folder);
  EXPECT(mkdir(gone, 0700) == 0);
  moya_cookie_options lost = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE, .cookie_file = path_of("gone/c"));
  moya_provider *other = keeping(&lost);
  expect_body(other, "/set?c=session=s3cret", NULL);
  EXPECT(rmdir(gone) == 0);
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_save_cookies(other, &error), MOYA_ERROR_FILE);
  EXPECT(str_has(moya_error_message(error), "/gone/c: No such file") && !str_has(moya_error_message(error), "s3cret"), "%s",
         moya_error_message(error).data);
  moya_error_release(error);
  moya_provider_destroy(other);
  moya_provider_destroy(provider);
}

/* moya_provider_destroy cannot return an error. If it cannot write a file, the error goes to the log. */
static char told[1000];
static int told_lines;
static void tell(void *user, moya_log_level level, const char *message, size_t len) {
  EXPECT(level == MOYA_LOG_ERROR && strlen(message) == len);
  EXPECT(strcmp(user, "released") != 0, "a line behind the log's release");
  EXPECT_STATUS(moya_provider_create(NULL, NULL, NULL), MOYA_ERROR_NULL);
  snprintf(told, sizeof told, "%s", message);
  told_lines++;
}
static void told_last(void *user) { strcpy(user, "released"); }
static void lost_at_the_end(void) {
  char gone[300], jar[400], hosts[400], user[] = "writing.";
  snprintf(gone, sizeof gone, "%s/lost, with a name of more than forty bytes and an \xc3\xa9", folder);
  snprintf(jar, sizeof jar, "%s/jar", gone);
  snprintf(hosts, sizeof hosts, "%s/hosts", gone);
  for (int is_there = 0; is_there < 2; is_there++) {
    EXPECT(mkdir(gone, 0700) == 0);
    moya_cookie_options files = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE, .cookie_file = jar,
                                                    .hsts = MOYA_KEEP_FILE, .hsts_file = hosts);
    moya_log_handler log = MOYA_LOG_HANDLER(.level = MOYA_LOG_ERROR, .log = tell, .user = strcpy(user, "writing"), .release_user = told_last);
    moya_provider *provider = NULL;
    EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.cookies = &files, .log = &log), &provider, NULL), MOYA_OK);
    expect_body(provider, "/set?c=session=s3cret", NULL);
    if (!is_there) EXPECT(rmdir(gone) == 0);
    told_lines = 0;
    moya_provider_destroy(provider);
    EXPECT(strcmp(user, "released") == 0);
    EXPECT(told_lines == !is_there, "%d lines", told_lines);
    if (is_there) continue;
    EXPECT(strstr(told, jar) && strstr(told, "No such file") && !strstr(told, "s3cret"), "%s", told);
  }
}

static void read_in_a_closed_folder(const char *jar, const char *absent) {
  moya_cookie_options kept = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE, .cookie_file = jar);
  moya_cookie_options none = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE, .cookie_file = absent);
  moya_provider *provider = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.cookies = &none), &provider, &error), MOYA_ERROR_ARGUMENT);
  EXPECT(str_has(moya_error_message(error), "its folder: Permission denied"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  error = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.cookies = &kept, .proxy = ""), &provider, NULL), MOYA_OK);
  expect_body(provider, "/echo", "[\"Cookie\", \"a=1\"]");
  EXPECT_STATUS(moya_provider_save_cookies(provider, NULL), MOYA_OK);
  expect_body(provider, "/set?c=b=2", NULL);
  EXPECT_STATUS(moya_provider_save_cookies(provider, &error), MOYA_ERROR_FILE);
  EXPECT(str_has(moya_error_message(error), "/closed/jar: Permission denied"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_provider_destroy(provider);
}

/* Root may write every folder, so the child becomes another user. */
static void in_a_closed_folder(void) {
  char closed[300], jar[400], absent[400];
  snprintf(closed, sizeof closed, "%s/closed", folder);
  snprintf(jar, sizeof jar, "%s/jar", closed);
  snprintf(absent, sizeof absent, "%s/absent", closed);
  EXPECT(mkdir(closed, 0700) == 0);
  write_file(jar, "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\ta\t1\n");
  EXPECT(chmod(folder, 0711) == 0 && chmod(jar, 0644) == 0 && chmod(closed, 0555) == 0);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    check_failures = 0;
    if (geteuid() == 0) EXPECT(setuid(65534) == 0);
    read_in_a_closed_folder(jar, absent);
    fflush(stdout);
    execlp(check_failures ? "false" : "true", "child", NULL);
    _exit(1);
  }
  int status = 0;
  EXPECT(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child's tests: %d", status);
  EXPECT(chmod(closed, 0700) == 0);
}

static void warn(void *user, moya_log_level level, const char *message, size_t len) {
  EXPECT(level == MOYA_LOG_WARNING && strlen(message) == len && !strstr(message, "s3cret"), "%s", message);
  snprintf((char *)user + strlen(user), 1000 - strlen(user), "%s\n", message);
}
/* If a file has more cookies than the library stores, the library uses the newest ones. */
static void too_many_lines(void) {
  char lines[1000] = "", *jar = calloc(3500, 40), *end = jar;
  for (int i = 0; jar && i < 3500; i++) end += sprintf(end, "h%d.example\tFALSE\t/\tFALSE\t0\ta\t1\n", i);
  write_file(path_of("many"), jar);
  free(jar);
  moya_cookie_options options = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE, .cookie_file = path_of("many"));
  moya_log_handler log = MOYA_LOG_HANDLER(.log = warn, .user = lines);
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.cookies = &options, .log = &log), &provider, NULL), MOYA_OK);
  EXPECT(strncmp(lines, "a part of /", 11) == 0 && strstr(lines, " is dropped: it has more than 3000 cookies; the newest stay\n"), "%s", lines);
  moya_provider_destroy(provider);
}
/* If a line of a file has a cookie or a host that the rules do not allow, the library drops only this line. */
static void dropped_lines(void) {
  static const char jar[] = "a.example\tFALSE\t/\tFALSE\t0\tone\t1\n.github.io\tTRUE\t/\tFALSE\t0\ttwo\ts3cret\n"
                            "a.example\tFALSE\t/\tFALSE\t0\t__Secure-three\ts3cret\na.example\tFALSE\t/\tFALSE\t0\tfour\t4\n";
  char lines[1000] = "", file[300], said[400];
  snprintf(file, sizeof file, "%s", path_of("odd cookies in a file whose name is longer than forty bytes"));
  snprintf(said, sizeof said, "a part of %s is dropped: line 2: its domain is a public suffix", file);
  write_file(file, jar);
  write_file(path_of("odd-hosts"), "127.0.0.1 \"unlimited\"\nlocalhost \"unlimited\"\n");
  moya_cookie_options options = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE, .cookie_file = file, .hsts = MOYA_KEEP_FILE,
                                                    .hsts_file = path_of("odd-hosts"));
  moya_log_handler log = MOYA_LOG_HANDLER(.level = MOYA_LOG_WARNING, .log = warn, .user = lines);
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.cookies = &options, .log = &log), &provider, NULL), MOYA_OK);
  EXPECT(strstr(lines, said) && strstr(lines, " is dropped: line 3: a __Secure-"), "%s", lines);
  EXPECT(strstr(lines, "/odd-hosts is dropped: line 1: its host is not a name"), "%s", lines);
  moya_cookie_list *list = NULL;
  EXPECT_STATUS(moya_provider_cookies(provider, NULL, &list, NULL), MOYA_OK);
  EXPECT(moya_cookie_list_count(list) == 2);
  EXPECT(strcmp(moya_cookie_list_at(list, 0)->name, "one") == 0 && strcmp(moya_cookie_list_at(list, 1)->name, "four") == 0);
  moya_cookie_list_release(list);
  moya_provider_destroy(provider);
  /* No cookie has changed, so the library does not write the file. */
  char kept[sizeof jar] = "";
  FILE *it = fopen(file, "r");
  EXPECT(it && fread(kept, 1, sizeof kept, it) == strlen(jar) && strcmp(kept, jar) == 0, "%s", kept);
  if (it) fclose(it);
}

static void bad_options(void) {
  write_file(path_of("bad"), "# Netscape HTTP Cookie File\n\nexample.com\tFALSE\t/\tFALSE\t0\ts3cret\n\nnonsense s3cret\n");
  write_file(path_of("suffixes"), "// no list\ncom\n");
  write_file(path_of("hosts"), "example.com \"20301231 00:00:00\"\nexample.org tomorrow\n");
  const struct {
    moya_cookie_options options;
    const char *reason;
  } rows[] = {
      {MOYA_COOKIE_OPTIONS(.cookies = 3), "cookies is 3"},
      {MOYA_COOKIE_OPTIONS(.hsts = -1), "hsts is -1"},
      {MOYA_COOKIE_OPTIONS(.reserved = 1), "reserved"},
      {MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE), "cookie_file is NULL"},
      {MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_MEMORY, .cookie_file = "x"), "without MOYA_KEEP_FILE"},
      {MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE, .cookie_file = ""), "path"},
      {MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE, .cookie_file = folder), "regular file"},
      {MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE, .cookie_file = "/no/such/folder/file"), "its folder"},
      {MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE, .cookie_file = path_of("bad")), "line 5 is no cookie"},
      {MOYA_COOKIE_OPTIONS(.hsts = MOYA_KEEP_FILE, .hsts_file = path_of("hosts")), "line 2 is not a host"},
      {MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_MEMORY, .public_suffixes = path_of("suffixes")), "no Public Suffix List"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    moya_provider_options options = MOYA_PROVIDER_OPTIONS(.cookies = &rows[i].options);
    moya_provider *provider = NULL;
    moya_error *error = NULL;
    moya_status status = moya_provider_create(&options, &provider, &error);
    EXPECT(status == MOYA_ERROR_ARGUMENT || status == MOYA_ERROR_NULL, "%s", moya_status_name(status));
    EXPECT(str_has(moya_error_message(error), rows[i].reason), "%s: %s", rows[i].reason, moya_error_message(error).data);
    EXPECT(!str_has(moya_error_message(error), "s3cret"), "a value is a secret");
    EXPECT(provider == NULL);
    moya_error_release(error);
  }
}

static void strict_hosts(void) {
  char secure[64], plain[64];
  snprintf(secure, sizeof secure, "https://localhost:%s", peers_port(&origins, "tls"));
  snprintf(plain, sizeof plain, "http://localhost:%s", peers_port(&origins, "tls"));
  const char *file = path_of("hsts.txt");
  moya_cookie_options cookies =
      MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_MEMORY, .hsts = MOYA_KEEP_FILE, .hsts_file = file);
  moya_provider *provider = keeping(&cookies);
  expect_body_at(provider, secure, "/set-cookie?c=__Host-s=1;Secure;Path=/", "set", true);
  expect_body_at(provider, secure, "/echo", "cookie=__Host-s=1\n", true);
  /* The provider does not know yet that the host requires TLS. So it sends a request without TLS, and nginx responds
   * with 400. */
  expect_body_at(provider, plain, "/echo", "plain HTTP request", true);
  expect_body_at(provider, secure, "/set-cookie?sts=max-age=600", "set", true);
  expect_body_at(provider, plain, "/echo", "cookie=__Host-s=1\n", true);
  moya_target target = MOYA_TARGET(.name = "API.call", .base_url = plain, .path = "/echo");
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(str_has(moya_response_url(response), "https://localhost:"), "%s", moya_response_url(response).data);
  moya_response_release(response);
  moya_provider_destroy(provider);

  provider = keeping(&cookies);
  expect_body_at(provider, plain, "/echo", "tls=TLSv1.", true);
  expect_body_at(provider, secure, "/set-cookie?sts=max-age=0", "set", true);
  expect_body_at(provider, plain, "/echo", "plain HTTP request", true);
  moya_provider_destroy(provider);
}

/* In a child, the provider has the cookies of the file as they were when the provider was made. It cannot copy the
 * cookies of the parent, because a thread may have locked them during the fork. */
static void forked_child(void) {
  const char *jar = path_of("forked.txt");
  write_file(jar, "127.0.0.1\tFALSE\t/\tFALSE\t0\told\t1\n");
  moya_cookie_options cookies = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_FILE, .cookie_file = jar);
  moya_provider *provider = keeping(&cookies);
  expect_body(provider, "/set?c=new=2", NULL);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    check_failures = 0;
    EXPECT(count_of(provider, NULL) == 1);
    expect_body(provider, "/echo", "[\"Cookie\", \"old=1\"]");
    expect_body(provider, "/set?c=childs=3", NULL);
    moya_provider_destroy(provider);
    fflush(stdout);
    /* Runs another program instead of ending here. Otherwise valgrind would report memory of the parent's other threads
     * as a leak of the child. */
    execlp(check_failures ? "false" : "true", "child", NULL);
    _exit(1);
  }
  int status = -1;
  EXPECT(waitpid(child, &status, 0) == child && status == 0, "%d", status);
  expect_body(provider, "/echo", "[\"Cookie\", \"old=1; new=2\"]");
  moya_provider_destroy(provider);
  provider = keeping(&cookies);
  EXPECT(count_of(provider, NULL) == 2, "the child's end writes no file");
  moya_provider_destroy(provider);
}

static void *keep_calling(void *user) {
  moya_provider *provider = user;
  for (int round = 0; round < 10; round++) {
    expect_body(provider, "/set?c=a=1&c=b=2", NULL);
    expect_body(provider, "/echo", "[\"Cookie\", \"a=1; b=2\"]");
    moya_cookie cookie = MOYA_COOKIE(.name = "c", .value = "3", .domain = "example.com");
    EXPECT_STATUS(moya_provider_set_cookie(provider, &cookie, NULL), MOYA_OK);
    EXPECT_STATUS(moya_provider_clear_cookies(provider, "example.com", NULL), MOYA_OK);
  }
  return NULL;
}

static void threads(void) {
  moya_cookie_options cookies = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_MEMORY);
  moya_provider *provider = keeping(&cookies);
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) EXPECT(pthread_create(&threads[i], NULL, keep_calling, provider) == 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  /* Blocking calls and other calls use different loops, which share the cookies of the provider. */
  heard it = HEARD_INIT;
  char whole[100];
  snprintf(whole, sizeof whole, "%s/set?c=late=4", faults.url);
  moya_target target = MOYA_TARGET(.name = "API.call", .base_url = whole);
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
  EXPECT(await_released(&it, 1));
  expect_body(provider, "/echo", "[\"Cookie\", \"a=1; b=2; late=4\"]");
  moya_provider_destroy(provider);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  origins = peers_start();
  if (!mkdtemp(folder)) return 2;
  TEST("without the option nothing is kept, and the functions for cookies say so", nothing_is_kept_by_default);
  TEST("a session's cookies go with later requests, in one field with the caller's own", memory);
  TEST("a program sets, lists and deletes cookies, and is told what no cookie can be", own_cookies);
  TEST("a file has the cookies of the last time, and only its owner reads it", files);
  TEST("what cannot be saved when a provider is destroyed is in its log, with path and reason", lost_at_the_end);
  TEST("a file in a folder that cannot be written is used, a new file there is refused", in_a_closed_folder);
  TEST("a cookie of a file that the rules do not allow is dropped with a warning, and the others are used", dropped_lines);
  TEST("the newest cookies of a file with too many are used, with one warning", too_many_lines);
  TEST("an option that cannot be used is refused with its reason, without a value", bad_options);
  TEST("a host that asked for TLS gets no request without it, also the next time", strict_hosts);
  TEST("a forked child has what the file held, and does not write it at its end", forked_child);
  TEST("calls of several loops and threads share the cookies", threads);
  char command[64];
  snprintf(command, sizeof command, "rm -r %s", folder);
  if (system(command) != 0) return 2;
  peers_stop(&origins);
  server_stop(&faults);
  return verdict();
}
