/* Makes a provider with the plugin. Stubs respond to the calls of the provider. The checker moves the clock of the
 * process ahead. */
#ifndef WORLD_H
#define WORLD_H

#include "watch.h"

/* A response, or a failure. */
typedef struct answer {
  int32_t status;     /* 0: there is no response, and the request fails with `failure` */
  moya_status failure;
  const char *body;   /* NULL: no body. A stub makes 300 000 bytes of the body LARGE */
  const char *fields; /* "Name: value\n…"; NULL: none. A stub makes 60 000 bytes of the value LONG */
} answer;

enum { MOST_ANSWERS = 4, MOST_FIELDS = 64 };

/* A call and its responses. */
typedef struct scene {
  const char *name;
  const char *method;           /* NULL: GET */
  const char *body;             /* the body of the request; NULL: none */
  answer answers[MOST_ANSWERS]; /* the last response is repeated; an element of zeroes ends the list */
} scene;
extern const scene scenes[];
extern const size_t scene_count;
extern const scene odd_scenes[]; /* responses.c */
extern const size_t odd_scene_count;

/* How a caller gets the response: whole, piece by piece, or shared with an equal call. */
typedef enum way { WHOLE, STREAMED, SHARED, WAYS } way;
extern const char *const way_names[WAYS];

typedef struct call {
  const scene *scene;
  way way;
  uint32_t timeout_ms;
  int cancel_at; /* the round of world_pump in which the call is cancelled; -1: never */
  bool is_blocking;  /* world_start makes the call with moya_provider_call, and returns when the call has ended */
  uint32_t delay_ms; /* the delay of the responses to this call; 0: the delay of the world */
  /* `look_at_request` gets each request that the call sends to a stub. `look_at_result` gets the result of the call.
   * Both may be NULL. */
  void (*look_at_request)(struct call *it, const moya_stub_request *request);
  void (*look_at_result)(struct call *it, const moya_response *response, const moya_error *error);
  /* The result. */
  _Atomic int ended; /* how often the call has ended */
  int asked;         /* how many requests the server got */
  moya_status status;
  int32_t http_status;
  char *body;
  size_t body_len;
  moya_call *handle;
} call;

typedef struct world world;

typedef struct world_options {
  bool in_real_time;  /* library threads run the calls (MOYA_PUMP_DISPATCH), and nobody moves the clock */
  int port;           /* the port of a server on this machine that responds; 0: stubs respond */
  const char *config; /* NULL: config_good */
  const char *name;   /* the name of the plugin in its provider; NULL: its id */
  uint32_t delay_ms;  /* the delay of the responses */
  const answer *own;  /* the response to each request of the plugin itself; NULL: JSON with a token */
  bool own_scattered; /* every second request of the plugin itself gets its response late */
} world_options;

/* Makes a provider and adds the plugin. Returns NULL if the plugin cannot be added: `world_status` and `world_message`
 * say why. */
world *world_create(const world_options *options);
/* Makes a provider as world_create does. If the plugin cannot be added, reports a finding for the row (rows.h)
 * "create-destroy" and ends the test. Never returns NULL. */
world *world_make(const world_options *options);
/* Returns true if the plugin can be added with this config, a JSON object. */
bool world_works(const char *config);
moya_status world_status(void);
const char *world_message(void);
void world_destroy(world *it);
moya_provider *world_provider(world *it);

/* The moya_plugin of the plugin that is tested, as the module exports it. */
extern const moya_plugin *world_plugin;

/* Makes the calls at once, and runs them until they have ended. Reports a call that does not end. */
void world_run(world *it, call *calls, size_t count);
/* Starts the calls, and returns before they have ended. */
void world_start(world *it, call *calls, size_t count);
/* Runs the calls for at most this many rounds. In each round, everything that can run now runs, and then the clock
 * moves ahead. Returns true if all calls have ended. Returns false after the last round, or if the calls take too
 * long. */
bool world_pump(world *it, call *calls, size_t count, int rounds);
/* Lets a millisecond pass. */
void world_step(world *it);
/* Lets time pass until no context waits, but at most about ten minutes. */
void world_settle(world *it);
void call_free(call *it);

#endif
