/* Tests the rules of the module token that need no library: origins, challenges, forms, token requests and responses.
 * Tests/steps/modules compiles it with sanitizers. */
#include "challenge.h"
#include "grant.h"
#include "origin.h"
#include "reply.h"
#include "secret.h"
#include "shared_token.h"

#include <stdio.h>
#include <string.h>

static int failed;

static void check(bool holds, const char *what, const char *text) {
  if (holds) return;
  printf("not ok - token: %s: %s\n", what, text);
  failed = 1;
}

static void reads_origins(void) {
  static const struct { const char *url, *host; int port; bool is_tls; } good[] = {
      {"https://Api.Example.com/a", "api.example.com", 443, true},
      {"http://a", "a", 80, false},
      {"HTTPS://a:8443?x", "a", 8443, true},
      {"https://a:#x", "a", 443, true},
      {"https://ann:pass@a/", "a", 443, true},
      {"http://[::1]:80/", "::1", 80, false},
      {"https://a/@b", "a", 443, true},
      {"https://a?@b", "a", 443, true},
  };
  static const char *const bad[] = {"", "a", "ftp://a", "https:a", "https://", "https:///a", "https://a\\@b/", "https://a@b@c\\/",
                                    "https://a b/", "https://a:65536", "https://a:x", "https://[::1", "https://[g]", "https://a%2eb/",
                                    "https://\xc3\xa4/", "https://a@@b/"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    origin it;
    check(origin_of(good[i].url, strlen(good[i].url), &it) && strcmp(it.host, good[i].host) == 0 && it.port == good[i].port &&
          it.is_tls == good[i].is_tls, "has an origin", good[i].url);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    origin it;
    check(!origin_of(bad[i], strlen(bad[i]), &it), "has no origin", bad[i]);
  }
  static const char *const local[] = {"http://localhost", "http://127.0.0.1:1", "http://127.9.9.9", "http://[::1]"};
  static const char *const far[] = {"http://127.evil.example", "http://localhost.example", "http://128.0.0.1", "http://[::2]"};
  for (int i = 0; i < 4; i++) {
    origin it;
    check(origin_of(local[i], strlen(local[i]), &it) && origin_is_local(&it), "is this machine", local[i]);
    check(origin_of(far[i], strlen(far[i]), &it) && !origin_is_local(&it), "is not this machine", far[i]);
  }
  char host[400] = "https://";
  memset(host + 8, 'a', 300);
  origin it;
  check(!origin_of(host, 308, &it) && origin_of(host, 261, &it), "a host has at most 253 bytes", "");
}

static void reads_challenges(void) {
  static const struct { const char *value; bool wants; } rows[] = {
      {"", true}, {"Bearer", true}, {"Bearer realm=\"error=x\"", true}, {"Bearer error=\"invalid_token\"", true},
      {"Bearer error=invalid_token", true}, {"bearer realm=a, ERROR = \"invalid_token\", error_description=\"x\"", true},
      {"Bearer error=\"insufficient_scope\"", false}, {"Basic realm=\"a\", Bearer error=\"invalid_request\"", false},
      {"Bearer realm=\"\\\"error=\\\"\", error=\"insufficient_scope\"", false}, {"Bearer error_description=\"no\"", true},
      {"Bearer error=\"invalid_token", true}, {"Bearer error=", false}, {"Bearer error=\"", false}, {"Bearer realm=\"x", true},
      {"DPoP error=\"use_dpop_nonce\", Bearer error=\"invalid_token\"", true},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    check(challenge_wants_new_token(rows[i].value, strlen(rows[i].value)) == rows[i].wants, "reads the challenge", rows[i].value);
  }
  check(challenge_wants_new_token(NULL, 0), "there may be no challenge", "");
}

static moya_str str(const char *text) { return (moya_str){text, strlen(text)}; }

static void writes_grants(void) {
  settings with = {.client_id = str("a b:ä"), .client_secret = str("p&=%+"), .scope = str("x y")};
  bytes refresh = {0};
  grant it = {0};
  check(grant_write(&it, &with, &refresh) && strcmp(bytes_text(&it.form), "grant_type=client_credentials&scope=x+y") == 0,
        "client credentials", bytes_text(&it.form));
  check(strcmp(bytes_text(&it.authorization), "Basic YStiJTNBJUMzJUE0OnAlMjYlM0QlMjUlMkI=") == 0, "Basic has encoded parts",
        bytes_text(&it.authorization));
  grant_free(&it);
  with.auth = AUTH_POST;
  bytes_add_text(&refresh, "r+1");
  bytes_add_text(&with.parameter_form, "audience=z");
  check(grant_write(&it, &with, &refresh) && it.authorization.len == 0 &&
        strcmp(bytes_text(&it.form), "grant_type=refresh_token&refresh_token=r%2B1&scope=x+y&client_id=a+b%3A%C3%A4&client_secret="
               "p%26%3D%25%2B&audience=z") == 0, "a refresh", bytes_text(&it.form));
  grant_free(&it);
  secret_free(&refresh);
  bytes_free(&with.parameter_form);
}

/* Reads each beginning of a text. None may do harm. */
static void reads_cut_texts(void) {
  const char *whole = "{\"access_token\":\"abc\",\"token_type\":\"bearer\",\"expires_in\":\"12.5\",\"refresh_token\":\"r\",\"x\":[{}]}";
  const char *stored = "{\"owner\":\"o\",\"fence\":7,\"margin_ms\":30,\"access_token\":\"abc\",\"refresh_token\":\"r\"}";
  for (size_t len = 0; len <= strlen(whole); len++) {
    bytes cut = {0}, reason = {0};
    reply it;
    bytes_add(&cut, whole, len);
    moya_status status = reply_read(&it, 200, (moya_str){bytes_text(&cut), len}, "Bearer", &reason);
    check((status == MOYA_OK) == (len == strlen(whole)), "reads a response", bytes_text(&cut));
    if (status == MOYA_OK) check(it.expires_in_s == 12 && it.access_token.len == 3 && it.refresh_token.len == 1, "has its values", whole);
    reply_free(&it);
    bytes_free(&cut);
    bytes_free(&reason);
  }
  for (size_t len = 0; len <= strlen(stored); len++) {
    bytes cut = {0};
    shared_token it;
    bytes_add(&cut, stored, len);
    check(shared_token_read(&it, &cut) == (len == strlen(stored)), "reads a stored token", bytes_text(&cut));
    if (len == strlen(stored)) {
      bytes again = {0};
      check(shared_token_write(&it, &again) && strcmp(bytes_text(&again), stored) == 0, "writes it again", bytes_text(&again));
      bytes_free(&again);
    }
    shared_token_free(&it);
    bytes_free(&cut);
  }
}

static void reads_lifetimes(void) {
  static const struct { const char *value; int64_t seconds; } rows[] = {
      {"60", 60}, {"\"60\"", 60}, {"60.9", 60}, {"\"60.9\"", 60}, {"0", 0}, {"\"0\"", 0}, {"1e300", REPLY_MOST_SECONDS},
      {"\"99999999999999999999999\"", REPLY_MOST_SECONDS}, {"18446744073709551615", REPLY_MOST_SECONDS}, {"-1", -1}, {"-0.5", -1},
      {"\"-1\"", -1}, {"\"soon\"", -1}, {"\"\"", -1}, {"\".5\"", -1}, {"\"1e3\"", -1}, {"\"60s\"", -1}, {"\" 60\"", -1},
      {"\"1.2.3\"", -1}, {"\"60\\u0000\"", -1}, {"\"0x10\"", -1}, {"\"nan\"", -1}, {"\"infinity\"", -1}, {"null", -1},
      {"true", -1}, {"[60]", -1}, {"{}", -1},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    bytes text = {0}, reason = {0};
    reply it;
    bytes_add_texts(&text, "{\"access_token\":\"abc\",\"expires_in\":", rows[i].value, "}", NULL);
    check(reply_read(&it, 200, (moya_str){text.data, text.len}, "Bearer", &reason) == MOYA_OK && it.expires_in_s == rows[i].seconds,
          "reads the lifetime", rows[i].value);
    reply_free(&it);
    bytes_free(&text);
    bytes_free(&reason);
  }
}

static void reads_margins(void) {
  static const struct { const char *value; int64_t margin_ms; } rows[] = {
      {"30", 30}, {"-1", 0}, {"9223372036854775807", 3600000}, {"18446744073709551615", 0}, {"1e300", 0}, {"\"30\"", 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    bytes text = {0};
    shared_token it;
    bytes_add_texts(&text, "{\"owner\":\"o\",\"margin_ms\":", rows[i].value, "}", NULL);
    check(shared_token_read(&it, &text) && it.margin_ms == rows[i].margin_ms, "reads the margin", rows[i].value);
    shared_token_free(&it);
    bytes_free(&text);
  }
}

int main(void) {
  reads_origins();
  reads_challenges();
  writes_grants();
  reads_cut_texts();
  reads_lifetimes();
  reads_margins();
  if (!failed) puts("ok - token: its rules");
  return failed;
}
