/* Tests a program that has closed its standard streams, as daemons do. The next descriptors have the numbers 0, 1 and
 * 2. If a connection or a file of the library had such a number, text for standard error would become a part of it. */
#include "calls.h"

#include <sys/stat.h>

static int found, looks;

/* Counts the connections and files that have the numbers of the standard streams. */
static moya_flow look(void *user, const moya_progress *progress) {
  (void)user, (void)progress;
  looks++;
  for (int number = 0; number <= 2; number++) {
    struct stat status;
    if (fstat(number, &status) == 0 && (S_ISSOCK(status.st_mode) || S_ISREG(status.st_mode))) found++;
  }
  return MOYA_FLOW_CONTINUE;
}

static void closed(void) {
  char folder[] = "/tmp/moya-streams-XXXXXX", path[64];
  EXPECT(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/file", folder);
  const uint32_t flags[] = {0, MOYA_DOWNLOAD_RESUME};
  for (int i = 0; i < 2; i++) {
    moya_provider *provider = provider_of(MOYA_PUMP_DISPATCH);
    /* This call makes the event loop for blocking calls. The descriptors of this loop may have any number. */
    moya_target stub = target_of("/ok");
    stub.stub = MOYA_STUB_DELAYED;
    stub.sample = &MOYA_SAMPLE(.http_status = 200);
    EXPECT_STATUS(moya_provider_call(provider, &stub, NULL, NULL, NULL), MOYA_OK);

    fflush(stdout);
    int kept[3];
    for (int number = 0; number < 3; number++) {
      kept[number] = fcntl(number, F_DUPFD_CLOEXEC, 50);
      close(number);
    }
    found = looks = 0;
    moya_download download = MOYA_DOWNLOAD(.path = path, .flags = flags[i]);
    moya_target target = target_of("/cut/200000/200000");
    target.download = &download;
    moya_error *error = NULL;
    moya_status status = moya_provider_call(provider, &target, &MOYA_HANDLERS(.progress = look), NULL, &error);
    for (int number = 0; number < 3; number++) {
      if (kept[number] < 0) continue;
      dup2(kept[number], number);
      close(kept[number]);
    }
    EXPECT(status == MOYA_OK, "%s: %s", moya_status_name(status), error ? moya_error_message(error).data : "");
    EXPECT(looks > 0 && found == 0, "%d in %d looks", found, looks);
    moya_error_release(error);
    moya_provider_destroy(provider);
    unlink(path);
  }
  rmdir(folder);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("no connection and no download has the number of a closed standard stream", closed);
  server_stop(&faults);
  return verdict();
}
