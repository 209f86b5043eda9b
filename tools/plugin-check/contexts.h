/* Stores all contexts that the plugin has seen, and what became of each. */
#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "watch.h"

typedef enum state {
  UNKNOWN,   /* the library never gave this context to the plugin */
  RUNNING,   /* its hook runs */
  DEFERRED,
  TIMED,     /* deferred, and a timer resumes it */
  RESUMED,   /* deferred, then resumed. The hook may still run */
  ENDED,     /* the hook has returned */
  ABANDONED, /* the library ended the context because the plugin did not resume it */
  OF_INSTANCE /* the context of an instance, and not of one hook */
} state;

typedef struct given_text given_text;

typedef struct context {
  moya_context *key;
  state state;
  hook hook;
  instance *instance;
  int thread;
  bool reported; /* each context is reported once */
  bool in_hook;  /* the hook has not returned */
  given_text *texts; /* what the plugin has read through the context */
} context;

/* Locks the contexts, and returns the context with this key. Makes one if there is none. */
context *context_lock(moya_context *key);
/* Locks the contexts, and returns the context with this key. Returns NULL if the library never gave the plugin this
 * context. */
context *context_find(moya_context *key);
void context_unlock(void);

/* Calls the function for each context. */
void context_each(void (*each)(context *it, void *user), void *user);

/* Makes the texts that were read through a context inaccessible. The caller must have locked the context (texts.c). */
void texts_end(context *it);

#endif
