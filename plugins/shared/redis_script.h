/* What a Redis server does for a request, as one script. */
#ifndef SHARED_REDIS_SCRIPT_H
#define SHARED_REDIS_SCRIPT_H

/* KEYS[1] is the key. ARGV is: the number of the kind (store_kind), owner, value, lifetime in ms, places, fence,
 * interval in µs, burst in µs, pause in µs, and 1 if the step takes a permission. The reply is a list: status, clock in
 * µs, fence, left in ms, place, permission in µs, pause in µs, peers, and the value if there is one.
 *
 * A value is a hash with v, o (owner) and f (fence). A limit is a hash with n (next), p (paused) and s (seen), and a
 * sorted set of its peers. Numbers of Lua are exact below 2^53, and microseconds are below that until the year 2255. */
extern const char redis_script[];

#endif
