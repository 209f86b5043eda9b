// The Linux interfaces that Swift's Glibc module leaves out.
#pragma once
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

// Declared only for _GNU_SOURCE, which the importer does not define.
int dup3(int descriptor, int replaced, int flags);

// Would the allocator give so many bytes? The volatile keeps the compiler from taking out a malloc that is only freed.
static inline int moya_can_allocate(size_t count) {
  void *volatile memory = malloc(count);
  int is_there = memory != 0;
  free(memory);
  return is_there;
}

// Macros of a cast or an enum, as plain integers.
static const unsigned int moya_epoll_in = EPOLLIN;
static const unsigned int moya_epoll_out = EPOLLOUT;
static const unsigned int moya_epoll_error = EPOLLERR;
static const unsigned int moya_epoll_hangup = EPOLLHUP;
static const unsigned int moya_epoll_peer_closed = EPOLLRDHUP;
// SOCK_STREAM and SOCK_CLOEXEC, which a file sees as plain names only if it imports whatever module is loaded first.
static const int moya_socket_stream = SOCK_STREAM;
static const int moya_socket_close_on_exec = SOCK_CLOEXEC;
static const unsigned int moya_epoll_edge = 1u << 31;  // EPOLLET, which Swift imports as a negative number
