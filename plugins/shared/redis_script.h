/* The script with which a Redis server carries out a request. */
#ifndef SHARED_REDIS_SCRIPT_H
#define SHARED_REDIS_SCRIPT_H

/* KEYS[1] is the key. ARGV has the members of a store_request (store.h): the number of its kind, owner, value,
 * lifetime, places, fence, interval, burst, pause and longest wait. If a STORE_STEP takes no permission, its longest
 * wait is −1. Lifetimes are in milliseconds. All other times are in microseconds.
 *
 * The reply is a list with the members of a store_result (store.h), in this order. A list may end early. The missing
 * numbers are then 0, and the missing value is empty:
 *
 *   status, now_us, fence, left_ms, place, at_us, paused_us, peers, value
 *
 * A value is a hash with v, o (owner) and f (fence). A limit is a hash with n (next), p (paused) and s (seen), and a
 * sorted set of its peers. Numbers of Lua are exact below 2^53, and microseconds are below that until the year 2255. */
extern const char redis_script[];

#endif
