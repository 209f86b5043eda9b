// The Linux interfaces that Swift's Glibc module leaves out.
#pragma once
#include <dlfcn.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

// Macros of a cast or an enum, as plain integers.
static const unsigned int moya_epoll_in = EPOLLIN;
static const unsigned int moya_epoll_out = EPOLLOUT;
static const unsigned int moya_epoll_error = EPOLLERR;
static const unsigned int moya_epoll_hangup = EPOLLHUP;
static const unsigned int moya_epoll_peer_closed = EPOLLRDHUP;
