/* Notes about the parts of a document that a definition cannot express. They are collected and then written by their
 * harm. */
#ifndef MOYA_TOOL_NOTES_H
#define MOYA_TOOL_NOTES_H

#include "text.h"

/* The worst comes first. */
typedef enum harm {
  HARM_USELESS, /* an operation that cannot be called */
  HARM_REQUEST, /* a request that does not contain everything that the document describes */
  HARM_RESULT,  /* a result that describes less than the document */
  HARM_TOLD,    /* something that the user should know */
  HARMS
} harm;

typedef struct note {
  harm harm;
  const char *kind; /* many notes of one kind become one line */
  const char *line;
} note;

typedef struct notes {
  note *list;
  size_t count, room;
} notes;

/* Adds a note. `kind` is compared by its address, so pass a literal. */
void notes_add(notes *it, harm harm, const char *kind, const char *line);
/* Prints the notes on standard error. If `all` is true, prints each. Otherwise many notes of one kind become one
 * line. */
void notes_print(const notes *it, bool all);

#endif
