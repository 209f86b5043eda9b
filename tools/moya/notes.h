/* What a definition cannot say of a document: collected, then written by the harm that it does. */
#ifndef MOYA_TOOL_NOTES_H
#define MOYA_TOOL_NOTES_H

#include "text.h"

/* The worst first. */
typedef enum harm {
  HARM_USELESS, /* an operation that cannot be called */
  HARM_REQUEST, /* a request that cannot be all that the document says */
  HARM_RESULT,  /* a result that says less than the document */
  HARM_TOLD,    /* something to know */
  HARMS
} harm;

typedef struct note {
  harm harm;
  const char *kind; /* notes of one kind are one line when there are many */
  const char *line;
} note;

typedef struct notes {
  note *list;
  size_t count, room;
} notes;

/* `kind` is compared by its address: a literal. */
void notes_add(notes *it, harm harm, const char *kind, const char *line);
/* On standard error. `all`: each, where many alike are one line otherwise. */
void notes_print(const notes *it, bool all);

#endif
