#include "c.h"
#include <string.h>

void text_c_string(text *it, const char *words) {
  text_put(it, "\"");
  for (; *words; words++) {
    unsigned char byte = (unsigned char)*words;
    if (byte == '"' || byte == '\\') text_print(it, "\\%c", byte);
    else if (byte < 0x20 || byte == 0x7F) text_print(it, "\\%03o", byte);
    else if (byte == 0xC2 && (unsigned char)words[1] < 0xA0) text_print(it, "\\302\\%03o", (unsigned)(unsigned char)*++words);
    else if (byte == '?') text_put(it, "\\?"); /* avoids a trigraph */
    else text_add(it, words, 1);
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
