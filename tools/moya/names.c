#include "names.h"
#include <stdint.h>
#include <string.h>
#include "memory.h"

/* C23's and C++20's, and what stands in every file that includes typed.h. */
const char *const words_of_c[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
    "char8_t", "char16_t", "char32_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const", "consteval",
    "constexpr", "constinit", "const_cast", "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else",
    "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable",
    "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public",
    "register", "reinterpret_cast", "requires", "restrict", "return", "short", "signed", "sizeof", "static", "static_assert",
    "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid",
    "typename", "typeof", "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
    /* words of types, results, and of rows */
    "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "boolean", "str", "text", "bytes", "date", "raw", "file",
    "body", "nothing", "none", "optional", "secret", "key", "fallback", "lists", "numeric", "NULL", "main", "errno", "stdin", "stdout", "stderr",
    "unix", "linux", "i386", "assert", "offsetof", "moya",
    /* functions that the headers behind typed.h declare */
    "abort", "abs", "alloca", "atexit", "atof", "atoi", "bcmp", "bcopy", "bsearch", "bzero", "calloc", "clearenv", "div", "dprintf",
    "exit", "fclose", "feof", "ferror", "fflush", "ffs", "fgetc", "fgets", "fopen", "fprintf", "fputs", "fread", "free", "fscanf",
    "fseek", "ftell", "fwrite", "getc", "getchar", "getenv", "getline", "getloadavg", "gets", "getw", "index", "labs", "ldiv",
    "malloc", "memchr", "memcmp", "memcpy", "memmove", "memset", "mktemp", "on_exit", "pclose", "perror", "popen", "printf", "putc",
    "putchar", "putenv", "puts", "putw", "qsort", "quick_exit", "rand", "random", "realloc", "realpath", "remove", "rename",
    "renameat", "rewind", "rindex", "scanf", "select", "setbuf", "setenv", "setvbuf", "signal", "sprintf", "srand", "srandom",
    "sscanf", "strcat", "strchr", "strcmp", "strcpy", "strdup", "strlen", "strsep", "strstr", "strtok", "system", "tempnam",
    "tmpfile", "tmpnam", "ungetc", "unsetenv", "valloc",
    /* and those that a program mostly has beside it: POSIX */
    "accept", "access", "alarm", "bind", "chdir", "chmod", "chown", "clock", "close", "connect", "creat", "ctime", "dup", "execv",
    "fcntl", "fork", "fsync", "ftruncate", "getpid", "getuid", "ioctl", "kill", "link", "listen", "lseek", "mkdir", "nice", "open",
    "pause", "pipe", "poll", "raise", "read", "readlink", "recv", "rmdir", "send", "shutdown", "sigaction", "sleep", "socket", "stat",
    "stime", "symlink", "sync", "time", "times", "truncate", "umask", "unlink", "usleep", "utime", "wait", "write", NULL};

const char *const words_of_python[] = {
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass",
    "raise", "return", "try", "while", "with", "yield", NULL};

static size_t place(const names *it, const char *name) {
  uint32_t hash = 2166136261u;
  for (const char *at = name; *at; at++) hash = (hash ^ (unsigned char)*at) * 16777619u;
  size_t slot = hash & (it->room - 1);
  while (it->slots[slot] && strcmp(it->slots[slot], name) != 0) slot = (slot + 1) & (it->room - 1);
  return slot;
}

bool names_has(const names *it, const char *name) {
  for (size_t i = 0; it->words && it->words[i]; i++) {
    if (strcmp(it->words[i], name) == 0) return true;
  }
  return it->room > 0 && it->slots[place(it, name)];
}

void names_add(names *it, const char *name) {
  if (it->count * 2 >= it->room) {
    names larger = {.room = it->room ? it->room * 4 : 64, .words = it->words};
    larger.slots = memory_get(larger.room * sizeof *larger.slots);
    for (size_t i = 0; i < it->room; i++) {
      if (it->slots[i]) larger.slots[place(&larger, it->slots[i])] = it->slots[i];
    }
    larger.count = it->count;
    *it = larger;
  }
  size_t slot = place(it, name);
  if (!it->slots[slot]) it->count++;
  it->slots[slot] = name;
}

const char *names_claim(names *it, const char *name, const char *const *suffixes) {
  for (const char *wanted = name;; wanted = memory_join(wanted, "_", NULL)) {
    bool taken = names_has(it, wanted);
    for (size_t i = 0; suffixes && suffixes[i]; i++) taken |= names_has(it, memory_join(wanted, suffixes[i], NULL));
    if (taken) continue;
    names_add(it, wanted);
    for (size_t i = 0; suffixes && suffixes[i]; i++) names_add(it, memory_join(wanted, suffixes[i], NULL));
    return wanted;
  }
}

const char *name_of_text(const char *text, size_t most) {
  char *name = memory_get(strlen(text) + 3), *end = name;
  for (; *text && (size_t)(end - name) < most; text++) {
    bool letter = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z'), digit = *text >= '0' && *text <= '9';
    if (digit && end == name) *end++ = '_';
    if (letter || digit) *end++ = *text;
    else if (end > name && end[-1] != '_') *end++ = '_';
  }
  while (end > name + 1 && end[-1] == '_') end--;
  *end = 0;
  return *name ? name : "_";
}
