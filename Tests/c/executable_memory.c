/* If the system refuses executable memory, the library cannot make function pointers for endpoints. Calls that name
 * their endpoint work. */
#define MOYA_NONNULL(...) /* NULLs are tested too */
#include "typed_completions.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* Makes the kernel refuse executable memory to this process. Returns whether this succeeded. */
static bool refuse_executable_memory(void) {
#define REFUSED(number, argument)                                                     \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 3),                                  \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[argument])), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1 /* EPERM */)
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)), REFUSED(SYS_mmap, 2),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)), REFUSED(SYS_mprotect, 2),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* Runs in a new process, in which no function was bound before. */
static int without_executable_memory(void) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  moya_error *error = NULL;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  moya_api *api = api_of(provider, "{'moya': 1, 'name': 'test', 'base_url': 'http://h', 'types': {'user': {'fields': {'login': 'str', 'followers': 'i64'}}},"
                                   "'endpoints': {" ANSWERS("user", "", "'user'", "{'login': 'ann', 'followers': 17}") "}}", NULL);
  EXPECT(refuse_executable_memory());
  for (int i = 0; i < 2; i++) {
    EXPECT(!moya_api_bind(api, "user", MOYA_BIND_CALL, "()", &error));
    EXPECT(moya_error_status(error) == MOYA_ERROR_UNSUPPORTED && str_has(moya_error_message(error), "refuses executable memory"), "%s",
           moya_error_message(error).data);
    moya_error_release(error);
  }
  EXPECT_STATUS(moya_api_call(api, "user", NULL, 0, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  EXPECT_STATUS(moya_api_send_typed(api, "user", NULL, 0, (moya_api_function)on_some, ON_SOME_SIGNATURE, &told, NULL, NULL,
                                    NULL), MOYA_OK);
  EXPECT(told == 1 && told_status == MOYA_OK);
  moya_api_release(api);
  moya_provider_destroy(provider);
  return verdict();
}

static const char *own_path;
static void refused_memory(void) {
  char *arguments_[] = {(char *)own_path, (char *)"without", NULL};
  pid_t child;
  int status = -1;
  /* valgrind itself needs executable memory. The new process does not run under valgrind. */
  EXPECT(posix_spawn(&child, own_path, NULL, NULL, arguments_, environ) == 0 && waitpid(child, &status, 0) == child);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%x", (unsigned)status);
}

int main(int argc, char **argv) {
  if (argc > 1) return without_executable_memory();
  own_path = argv[0];
  TEST("without executable memory binding fails, and calls by name go on", refused_memory);
  return verdict();
}
