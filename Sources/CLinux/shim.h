// The Linux interfaces that are missing from Swift's Glibc module.
#pragma once
#include <dlfcn.h>
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

// glibc declares these functions only for _GNU_SOURCE, which Swift's importer does not define.
int dup3(int descriptor, int replaced, int flags);
int memfd_create(const char *name, unsigned int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);  // for the tests
char *secure_getenv(const char *name);
static const unsigned int moya_memfd_close_on_exec = 1;

// In the system's headers, these are macros with a cast, or enum constants. Here they are plain integers for Swift.
static const unsigned int moya_epoll_in = EPOLLIN;
static const unsigned int moya_epoll_out = EPOLLOUT;
static const unsigned int moya_epoll_error = EPOLLERR;
static const unsigned int moya_epoll_hangup = EPOLLHUP;
static const unsigned int moya_epoll_peer_closed = EPOLLRDHUP;
// Copies of SOCK_STREAM and SOCK_CLOEXEC. Another C module with the same system header can be loaded first. A Swift
// file would then see the original names only if it imports that module.
static const int moya_socket_stream = SOCK_STREAM;
static const int moya_socket_close_on_exec = SOCK_CLOEXEC;
static const unsigned int moya_epoll_edge = 1u << 31;  // EPOLLET, which Swift imports as a negative number

// The beginning of the kernel's struct tcp_info (tcp(7)), up to the last field that is needed. The kernel's header
// would include other headers that belong to the Glibc module.
struct moya_tcp_info {
  unsigned char state, ca_state, retransmits, probes, backoff, options, window_scales, limits;
  unsigned int rto, ato, send_mss, receive_mss, unacked, sacked, lost, retransmitted, forward_acked;
  unsigned int last_data_sent, last_ack_sent, last_data_received, last_ack_received;
};

// Adds to the counter of an eventfd. Unlike write(2), this is no point where pthread_cancel ends the thread, so the
// caller may hold a lock.
static inline void moya_event_add(int descriptor, unsigned long count) {
  syscall(SYS_write, descriptor, &count, sizeof count);
}

// Names this thread, for debuggers and top.
static inline void moya_thread_name(const char *_Nonnull name) { prctl(PR_SET_NAME, name); }

// Returns the number of bytes that have arrived on a connection and were not read. Returns -1 if the kernel does not
// say.
static inline int moya_unread(int socket) {
  int count = 0;
  return ioctl(socket, FIONREAD, &count) == 0 ? count : -1;
}

// Returns the milliseconds since bytes were last received or sent on a TCP connection. Returns -1 if the kernel does
// not say. While data is being retransmitted, the peer's last acknowledgement counts instead of the last sending.
static inline long moya_tcp_quiet_ms(int socket) {
  struct moya_tcp_info info = {0};
  socklen_t size = sizeof info;
  if (getsockopt(socket, 6 /* IPPROTO_TCP */, 11 /* TCP_INFO */, &info, &size) != 0 || size < sizeof info) return -1;
  unsigned int sent = info.retransmits ? info.last_ack_received : info.last_data_sent;
  if (!sent && !info.last_data_received && !info.last_ack_received) return -1;
  return sent < info.last_data_received ? sent : info.last_data_received;
}
