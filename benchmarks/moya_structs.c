/* A benchmark that decodes JSON into structs. Prints three numbers on one line. The first is the speed in gigabytes/s.
 * The second is the memory of the result, divided by the size of the structs and their texts. The third is the most
 * memory that was used while decoding, divided by the same size. */
#include "structs/users.h"

#include <malloc.h>
#include <moya/moya.h>
#include <stddef.h>

#define FIELD(member_, key, kind_, ...) {.name = key, MOYA_MEMBER(user, member_), .kind = kind_, __VA_ARGS__}
static const moya_type_field fields[] = {
    FIELD(login, "login", MOYA_KIND_STR, .flags = 0),
    FIELD(id, "id", MOYA_KIND_I64, .flags = 0),
    FIELD(node_id, "node_id", MOYA_KIND_STR, .flags = 0),
    FIELD(avatar_url, "avatar_url", MOYA_KIND_STR, .flags = 0),
    FIELD(html_url, "html_url", MOYA_KIND_STR, .flags = 0),
    FIELD(type, "type", MOYA_KIND_STR, .flags = 0),
    FIELD(site_admin, "site_admin", MOYA_KIND_BOOLEAN, .flags = 0),
    FIELD(name, "name", MOYA_KIND_STR, .flags = 0),
    FIELD(company, "company", MOYA_KIND_STR, .flags = MOYA_FIELD_OPTIONAL),
    FIELD(followers, "followers", MOYA_KIND_I64, .flags = 0),
    FIELD(score, "score", MOYA_KIND_F64, .flags = 0),
    FIELD(plan, "plan.name", MOYA_KIND_STR, .flags = 0),
    FIELD(seats, "plan.seats", MOYA_KIND_I32, .flags = 0),
    FIELD(created_at, "created_at", MOYA_KIND_STR, .flags = 0),
};
static void *prepared;
static const moya_type user_type = MOYA_TYPE_PREPARED("user", user, fields, &prepared);

static double held, peak;

static size_t in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/* Returns resident memory in KiB: the present amount (VmRSS), or the most since the last reset (VmHWM). */
static long resident(const char *field) {
  char line[128];
  long size = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status)) {
    if (strncmp(line, field, strlen(field)) == 0) size = atol(line + strlen(field) + 1);
  }
  if (status) fclose(status);
  return size;
}

static void work(const char *text, size_t length) {
  user *all;
  size_t count, before = in_use();
  moya_arena *arena;
  FILE *reset = fopen("/proc/self/clear_refs", "w");
  if (reset) {
    fputs("5", reset);
    fclose(reset);
  }
  long resident_before = resident("VmRSS:");
  bench_expect(moya_decode_list(text, length, NULL, &user_type, (void **)&all, &count, 0, &arena, NULL) == MOYA_OK, "no users");
  size_t after = in_use();
  long most = resident("VmHWM:");
  size_t size = users_size(all, count);
  held = (double)(after - before) / (double)size;
  /* Only the first run counts, because later runs use memory pages that the first has left. */
  if (peak == 0) peak = (double)(most - resident_before) * 1024 / (double)size;
  moya_arena_release(arena);
}

int main(void) {
  size_t length;
  char *text = bench_users(USERS, &length);
  double speed = users_speed(work, text, length);
  printf("%.3f %.2f %.2f\n", speed, held, peak);
  free(text);
  return 0;
}
