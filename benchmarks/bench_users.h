/* Makes the JSON that the benchmarks of JSON read: an array of users. A user has about the size and the members of a
 * user of GitHub, so 100 000 users are 30 MB. */
#ifndef BENCH_USERS_H
#define BENCH_USERS_H

#include "bench.h"

/* Returns an array of `count` users as JSON text, which the caller must free, and stores its length. */
static inline char *bench_users(long count, size_t *length) {
  char *text = malloc((size_t)count * 400 + 3), *end = text;
  bench_expect(text != NULL, "no memory");
  *end++ = '[';
  for (long index = 0; index < count; index++) {
    long id = 1000 + index * 7919 % 100000000;
    end += sprintf(end,
                   "%s{\"login\":\"user-%ld\",\"id\":%ld,\"node_id\":\"MDQ6VXNlcj%ld\","
                   "\"avatar_url\":\"https://avatars.example.com/u/%ld?v=4\",\"html_url\":\"https://example.com/user-%ld\","
                   "\"type\":\"User\",\"site_admin\":false,\"name\":\"J\\u00f6rg %ld\",\"company\":%s,\"followers\":%ld,"
                   "\"score\":%ld.%ld,\"plan\":{\"name\":\"pro\",\"seats\":%ld},\"created_at\":\"2008-01-14T04:33:35Z\"}",
                   index ? "," : "", index, id, id, id, index, index, index % 3 ? "null" : "\"@example\"", index % 5000,
                   index % 100, index % 10, index % 20);
  }
  *end++ = ']';
  *end = 0;
  *length = (size_t)(end - text);
  return text;
}

#endif
