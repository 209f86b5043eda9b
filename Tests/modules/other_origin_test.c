/* Tests which origins is_other_origin recognizes as other ones. If this function does not recognize an origin as
 * another one, the modules compare the origins in full. */
#include "../../plugins/common/other_origin.h"

#include <stdio.h>
#include <string.h>

static const struct {
  const char *url, *origin;
  bool is_other;
} rows[] = {
    {"http://a.example/x", "https://a.example", true},
    {"https://a.example/x", "http://a.example", true},
    {"https://b.example/x", "https://a.example", true},
    {"https://a.exam/", "https://a.example", true},
    {"https://a", "https://a.example", true},
    {"http", "https://a.example", true},
    {"https://[::2]/", "https://a.example", true},
    {"", "https://a.example", true},
    /* the same origin */
    {"https://a.example/x", "https://a.example", false},
    {"HTTPS://A.example/x", "https://a.EXAMPLE", false},
    {"https://a.example", "https://a.example/", false},
    /* the ports may be equal */
    {"https://a.example:443/", "https://a.example", false},
    {"https://a.example:443/", "https://a.example/", false},
    {"https://a.example/", "https://a.example:443", false},
    {"https://a.example:443/", "https://a.example:0443", false},
    {"https://[::1]:443/", "https://[::1]", false},
    /* the host follows a user */
    {"https://b@a.example/", "https://a.example", false},
    {"https://b:c@a.example/", "https://a.example", false},
    {"https://b.example/x@y", "https://a.example", false},
    /* the host is longer */
    {"https://a.example.org/", "https://a.example", false},
    {"https://a.example", "", false},
};

int main(void) {
  int failures = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (is_other_origin(rows[i].url, strlen(rows[i].url), rows[i].origin) == rows[i].is_other) continue;
    printf("the URL %s and the origin %s: %s\n", rows[i].url, rows[i].origin, rows[i].is_other ? "not other" : "other");
    failures++;
  }
  return failures != 0;
}
