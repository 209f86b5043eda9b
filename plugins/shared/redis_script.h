/* What a Redis server does for a request, as one script. */
#ifndef SHARED_REDIS_SCRIPT_H
#define SHARED_REDIS_SCRIPT_H

/* KEYS[1] is the key. ARGV has the members of a request: the number of the kind (store_kind), owner, value, lifetime in
 * ms, places, fence, interval, burst, pause and longest wait. The longest wait is −1 if a step takes no permission. The
 * reply is a list with the members of a result: status, clock, fence, the rest of the lifetime in ms, place, permission,
 * pause, peers, and the value if there is one. Other times are in microseconds.
 *
 * A value is a hash with v, o (owner) and f (fence). A limit is a hash with n (next), p (paused) and s (seen), and a
 * sorted set of its peers. Numbers of Lua are exact below 2^53, and microseconds are below that until the year 2255. */
extern const char redis_script[];

#endif
