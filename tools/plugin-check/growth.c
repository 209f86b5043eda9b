#include "growth.h"

#include "allocations.h"
#include "findings.h"
#include "virtual_time.h"

#include <dirent.h>

static long entries(const char *path) {
  long count = 0;
  DIR *folder = opendir(path);
  MUST(folder);
  while (readdir(folder)) count++;
  closedir(folder);
  return count;
}

growth growth_now(void) {
  allocations memory = allocations_count();
  return (growth){memory.blocks, memory.bytes, entries("/proc/self/fd"), entries("/proc/self/task")};
}

bool growth_report(const char *row, growth before, long least, const char *during) {
  growth now = growth_now();
  for (int wait = 0; wait < 50 && now.threads - before.threads >= least; wait++) {
    time_sleep(10);
    now = growth_now();
  }
  bool grew = false;
  if (now.blocks - before.blocks >= least) {
    grew = true;
    finding(row, "%s: %ld blocks of memory with %ld bytes were not freed", during, now.blocks - before.blocks,
            now.bytes - before.bytes);
  }
  if (now.descriptors - before.descriptors >= least) {
    grew = true;
    finding(row, "%s: %ld descriptors were not closed", during, now.descriptors - before.descriptors);
  }
  if (now.threads - before.threads >= least) {
    grew = true;
    finding(row, "%s: %ld threads did not end", during, now.threads - before.threads);
  }
  return grew;
}
