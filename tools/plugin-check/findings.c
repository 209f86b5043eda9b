#include "findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 10000 };

static int out = -1;

void findings_begin(int descriptor) { out = descriptor; }

/* Writes a line in one piece, so that lines of several threads do not mix. A line is shorter than PIPE_BUF, so a pipe
 * does not mix them either. */
static void write_line(char kind, const char *row, const char *format, va_list arguments) {
  static _Atomic unsigned count;
  /* More findings than MOST say nothing new, so they are dropped. */
  if ((kind == 'f' || kind == 'w') && ++count > MOST) return;
  char line[2048];
  int length = snprintf(line, sizeof line, "%c\t%s\t", kind, row);
  int begin = length;
  int more = vsnprintf(line + length, sizeof line - (size_t)length - 1, format, arguments);
  if (more < 0) more = 0;
  length += more;
  if (length > (int)sizeof line - 2) length = (int)sizeof line - 2;
  for (int index = begin; index < length; index++) {
    if ((unsigned char)line[index] < 0x20 || line[index] == 0x7f) line[index] = ' ';
  }
  line[length++] = '\n';
  if (out < 0 || write(out, line, (size_t)length) != length) _exit(3);
}

#define WRITE(kind, row)                     \
  do {                                       \
    va_list arguments;                       \
    va_start(arguments, format);             \
    write_line(kind, row, format, arguments); \
    va_end(arguments);                       \
  } while (0)

void finding(const char *row, const char *format, ...) { WRITE('f', row); }
void warning(const char *row, const char *format, ...) { WRITE('w', row); }
void not_seen(const char *row, const char *format, ...) { WRITE('m', row); }
void not_judged(const char *row, const char *format, ...) { WRITE('n', row); }
void about_to(const char *row, const char *format, ...) { WRITE('a', row); }

static void write_end(const char *row, const char *format, ...) { WRITE('e', row); }

void findings_end(void) { write_end("", "%s", ""); }

void findings_give_up(void) {
  write_end("hangs", "%s", "");
  _exit(0);
}

void checker_failed(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  WRITE('c', "");
  _exit(3);
}

static void write_plugin(const char *row, const char *format, ...) { WRITE('i', row); }

void found_plugin(const char *id) { write_plugin("", "%s", id); }

void note_death(const char *format, ...) { WRITE('d', ""); }
