/* Notes about the parts of a document that a definition cannot express. The notes are collected first. Then they are
 * printed, those about the greatest harm first. */
#ifndef MOYA_TOOL_NOTES_H
#define MOYA_TOOL_NOTES_H

#include "text.h"

/* How much harm the missing part does, from the most to the least. */
typedef enum harm {
  HARM_USELESS, /* a note about an operation that cannot be called */
  HARM_REQUEST, /* a note about a request that lacks something that the document describes */
  HARM_RESULT,  /* a note about a result that describes less than the document */
  HARM_TOLD,    /* a note about something that the user should know */
  HARMS
} harm;

typedef struct note {
  harm harm;
  const char *kind; /* the kind. Many notes of one kind become one line */
  const char *line;
} note;

typedef struct notes {
  note *list;
  size_t count, room;
} notes;

/* Adds a note. Kinds are compared by their addresses, so pass a literal as `kind`. */
void notes_add(notes *it, harm harm, const char *kind, const char *line);
/* Prints the notes on standard error. If `all` is true, prints each note. Otherwise prints many notes of one kind as
 * one line. */
void notes_print(const notes *it, bool all);

#endif
