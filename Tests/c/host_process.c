/* The library leaves the signal handlers and the locale of the process as they are. When the process starts another
 * program, the library's descriptors are closed there. This program is not linked with the library. It opens the
 * library with dlopen, as a binding does. */
#include "check.h"

#include <dirent.h>
#include <dlfcn.h>
#include <locale.h>

#define SYMBOL(name) __typeof__(&name) p_##name = __extension__(__typeof__(&name)) dlsym(library, #name)

static void *library;
static unsigned long caught_before, ignored_before;

static void handlers_stay(const char *when) {
  EXPECT(signal_mask("SigCgt:") == caught_before, "caught %lx, was %lx, %s", signal_mask("SigCgt:"), caught_before, when);
  EXPECT(signal_mask("SigIgn:") == ignored_before, "ignored %lx, was %lx, %s", signal_mask("SigIgn:"), ignored_before,
         when);
}

static void opening(void) {
  char path[1024];
  snprintf(path, sizeof path, "%s/build/symbols/libmoya.so.1", getenv("MOYA_ROOT"));
  EXPECT(dlopen(path, RTLD_NOW | RTLD_NOLOAD) == NULL, "the library was there before it was opened");
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  EXPECT(library != NULL, "%s", dlerror());
  handlers_stay("after dlopen");
}

static void answered(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)response, (void)error;
  int *pipe_end = user;
  EXPECT(write(*pipe_end, &status, sizeof status) == sizeof status);
}

static void using_it(void) {
  if (!library) return;
  SYMBOL(moya_provider_create);
  SYMBOL(moya_provider_call);
  SYMBOL(moya_provider_send);
  SYMBOL(moya_provider_destroy);
  SYMBOL(moya_response_release);

  server api = server_start("Tests/servers/faultserver.py");
  moya_target target = MOYA_TARGET_INIT;
  target.base_url = api.url;
  target.path = "/ok";
  moya_provider *provider;
  moya_response *response;
  EXPECT(p_moya_provider_create(NULL, &provider, NULL) == MOYA_OK);
  EXPECT(p_moya_provider_call(provider, &target, NULL, &response, NULL) == MOYA_OK);
  p_moya_response_release(response);

  int ends[2];
  moya_status status = MOYA_ERROR_OTHER;
  EXPECT(pipe2(ends, O_CLOEXEC) == 0);
  EXPECT(p_moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = answered, .user = &ends[1]), NULL, NULL, NULL) == MOYA_OK);
  struct pollfd end = {ends[0], POLLIN, 0};
  EXPECT(poll(&end, 1, 30000) == 1);
  EXPECT(read(ends[0], &status, sizeof status) == sizeof status && status == MOYA_OK, "status %d", status);
  handlers_stay("after calls");

  int open_descriptors = 0;
  DIR *folder = opendir("/proc/self/fd");
  for (struct dirent *entry; (entry = readdir(folder));) {
    int descriptor = atoi(entry->d_name);
    if (descriptor <= 2 || descriptor == dirfd(folder)) continue;
    char target_path[256] = "";
    if (readlinkat(dirfd(folder), entry->d_name, target_path, sizeof target_path - 1) < 0) continue;
    /* Checks only sockets and descriptors without a file, which are those that the library opens. */
    if (strncmp(target_path, "socket:", 7) && strncmp(target_path, "anon_inode:", 11)) continue;
    open_descriptors++;
    EXPECT(fcntl(descriptor, F_GETFD) & FD_CLOEXEC, "%s would leak into a child", target_path);
  }
  closedir(folder);
  EXPECT(open_descriptors > 0, "the library has no descriptor open: nothing was checked");
  p_moya_provider_destroy(provider);
  close(ends[0]);
  close(ends[1]);
  server_stop(&api);
  EXPECT(strcmp(setlocale(LC_ALL, NULL), "C") == 0, "the locale changed");
}

static void closing(void) {
  if (!library) return;
  SYMBOL(moya_version);
  EXPECT(dlclose(library) == 0, "%s", dlerror());
  EXPECT(strcmp(p_moya_version(), MOYA_VERSION) == 0);
  handlers_stay("after dlclose");
}

int main(void) {
  caught_before = signal_mask("SigCgt:");
  ignored_before = signal_mask("SigIgn:");
  TEST("opening the library installs no signal handler", opening);
  TEST("calls leave signals, locale and children's descriptors alone", using_it);
  TEST("dlclose leaves the code where it is", closing);
  return verdict();
}
