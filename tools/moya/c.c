#include "c.h"
#include <string.h>

void text_c_string(text *it, const char *words) {
  text_put(it, "\"");
  for (size_t left = strlen(words), size; left > 0; words += size, left -= size) {
    unsigned char byte = (unsigned char)*words;
    if ((size = utf8_sequence(words, left)) == 0) size = 1;
    if (utf8_is_control(words, size)) {
      for (size_t i = 0; i < size; i++) text_print(it, "\\%03o", (unsigned)(unsigned char)words[i]);
    } else if (byte == '"' || byte == '\\' || byte == '?') { /* a bare ? could be a trigraph */
      text_print(it, "\\%c", byte);
    } else {
      text_add(it, words, size);
    }
  }
  text_put(it, "\"");
}

void text_c_comment(text *it, const char *words) {
  if (!*words) return;
  text plain = {0};
  text_plain(&plain, words, strlen(words));
  text_put(it, "/* ");
  for (words = plain.data; *words; words++) text_add(it, (words[0] == '*' && words[1] == '/') || (words[0] == '/' && words[1] == '*') ? "+" : words, 1);
  text_put(it, " */\n");
}
