/* The script with which a Redis server carries out a request. */
#ifndef SHARED_REDIS_SCRIPT_H
#define SHARED_REDIS_SCRIPT_H

/* KEYS[1] is the key. ARGV has the members of a store_request (store.h): the number of its kind, owner, value,
 * lifetime, places, fence, interval, burst, pause and longest wait. If a STORE_STEP takes no permission, its longest
 * wait is −1. Lifetimes are in milliseconds. All other times are in microseconds.
 *
 * The reply is a list with the members of a store_result:
 *
 *   status, clock, fence, the rest of the lifetime, place;
 *   when the next permission may be used, and until when there is no permission;
 *   the number of peers, and the value if there is one.
 *
 * A value is a hash with v, o (owner) and f (fence). A limit is a hash with n (next), p (paused) and s (seen), and a
 * sorted set of its peers. Numbers of Lua are exact below 2^53, and microseconds are below that until the year 2255. */
extern const char redis_script[];

#endif
