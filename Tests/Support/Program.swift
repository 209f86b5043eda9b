import CLinux
import FoundationEssentials
import Glibc

/// Starts other programs, such as servers.
package enum Program {
  /// Starts a program, and returns its process; -1: it did not start.
  ///
  /// The program gets no descriptor of this process except 0, 1 and 2. Otherwise it could hold the connection of
  /// another test open after this process has closed it. The other test would then wait for the end of the connection
  /// until the program ends.
  /// - Parameter socket: becomes the program's standard input and standard output. nil: it has those of this process.
  package static func start(_ command: [String], socket: Int32? = nil) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let socket {
      posix_spawn_file_actions_adddup2(&actions, socket, 0)
      posix_spawn_file_actions_adddup2(&actions, socket, 1)
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
    let arguments = command.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    return posix_spawnp(&process, command[0], &actions, nil, arguments, variables) == 0 ? process : -1
  }

  /// Runs a program. Returns whether it ended with the status 0.
  package static func run(_ command: [String]) -> Bool {
    let process = start(command)
    var status: Int32 = -1
    return process > 0 && waitpid(process, &status, 0) == process && status == 0
  }
}
