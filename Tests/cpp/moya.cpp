// Runs the tests of the C++ header in each file of this folder, with Tests/servers/faultserver.py.
//
//   moya              all of them
//   moya terminate    throws an exception in an asynchronous completion; handlers.cpp runs it
#include "check.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// A process that ends when this one closes its input.
class server {
  pid_t pid_ = 0;
  int input_ = -1;

 public:
  server(const char *script, std::string &url) {
    int to_server[2], from_server[2];
    posix_spawn_file_actions_t actions;
    if (pipe2(to_server, O_CLOEXEC) || pipe2(from_server, O_CLOEXEC) || posix_spawn_file_actions_init(&actions)) std::abort();
    posix_spawn_file_actions_adddup2(&actions, to_server[0], 0);
    posix_spawn_file_actions_adddup2(&actions, from_server[1], 1);
    std::string python = "python3", path = script;
    char *arguments[] = {&python[0], &path[0], nullptr};
    if (posix_spawnp(&pid_, "python3", &actions, nullptr, arguments, environ)) std::abort();
    posix_spawn_file_actions_destroy(&actions);
    close(to_server[0]);
    close(from_server[1]);
    input_ = to_server[1];
    url = "http://127.0.0.1:";
    for (char it; read(from_server[0], &it, 1) == 1 && it != '\n';) url += it;
    close(from_server[0]);
  }
  ~server() {
    close(input_);
    waitpid(pid_, nullptr, 0);
  }
};

int main(int count, char **words) {
  if (count == 2 && std::string_view(words[1]) == "terminate") {
    std::set_terminate([] { _exit(7); });
    moya::provider api;
    api.send(stubbed("{}"), [](moya::result<moya::response>) { throw 1; });
    return 0;
  }
  server running("Tests/servers/faultserver.py", faults);
  test_values();
  test_structs();
  test_calls();
  test_streams();
  test_handlers();
  test_queues();
  test_stubs();
  test_plugins();
  return check_failures ? 1 : 0;
}
