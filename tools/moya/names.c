#include "names.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "memory.h"

/* The words of C23 and C++20, and names that typed.h declares in every file that includes it. */
const char *const words_of_c[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
    "char8_t", "char16_t", "char32_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const", "consteval",
    "constexpr", "constinit", "const_cast", "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else",
    "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable",
    "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public",
    "register", "reinterpret_cast", "requires", "restrict", "return", "short", "signed", "sizeof", "static", "static_assert",
    "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid",
    "typename", "typeof", "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
    /* These are words of typed.h for types, results and the parts of a list. */
    "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "boolean", "str", "text", "bytes", "date", "raw", "file",
    "body", "nothing", "none", "optional", "secret", "key", "fallback", "lists", "joined", "numeric", "NULL", "main", "errno", "stdin", "stdout", "stderr",
    "unix", "linux", "i386", "assert", "offsetof", "moya",
    /* These are functions that are declared in the headers that typed.h includes. */
    "abort", "abs", "alloca", "atexit", "atof", "atoi", "bcmp", "bcopy", "bsearch", "bzero", "calloc", "clearenv", "div", "dprintf",
    "exit", "fclose", "feof", "ferror", "fflush", "ffs", "fgetc", "fgets", "fopen", "fprintf", "fputs", "fread", "free", "fscanf",
    "fseek", "ftell", "fwrite", "getc", "getchar", "getenv", "getline", "getloadavg", "gets", "getw", "index", "labs", "ldiv",
    "malloc", "memchr", "memcmp", "memcpy", "memmove", "memset", "mktemp", "on_exit", "pclose", "perror", "popen", "printf", "putc",
    "putchar", "putenv", "puts", "putw", "qsort", "quick_exit", "rand", "random", "realloc", "realpath", "remove", "rename",
    "renameat", "rewind", "rindex", "scanf", "select", "setbuf", "setenv", "setvbuf", "signal", "sprintf", "srand", "srandom",
    "sscanf", "strcat", "strchr", "strcmp", "strcpy", "strdup", "strlen", "strsep", "strstr", "strtok", "system", "tempnam",
    "tmpfile", "tmpnam", "ungetc", "unsetenv", "valloc",
    /* These are POSIX functions whose headers programs often include too. */
    "accept", "access", "alarm", "bind", "chdir", "chmod", "chown", "clock", "close", "connect", "creat", "ctime", "dup", "execv",
    "fcntl", "fork", "fsync", "ftruncate", "getpid", "getuid", "ioctl", "kill", "link", "listen", "lseek", "mkdir", "nice", "open",
    "pause", "pipe", "poll", "raise", "read", "readlink", "recv", "rmdir", "send", "shutdown", "sigaction", "sleep", "socket", "stat",
    "stime", "symlink", "sync", "time", "times", "truncate", "umask", "unlink", "usleep", "utime", "wait", "write", NULL};

const char *const words_of_python[] = {
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass",
    "raise", "return", "try", "while", "with", "yield", NULL};

const char *const builtins_of_python[] = {
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException", "BaseExceptionGroup", "BlockingIOError",
    "BrokenPipeError", "BufferError", "BytesWarning", "ChildProcessError", "ConnectionAbortedError", "ConnectionError",
    "ConnectionRefusedError", "ConnectionResetError", "DeprecationWarning", "EOFError", "Ellipsis", "EncodingWarning",
    "EnvironmentError", "Exception", "ExceptionGroup", "FileExistsError", "FileNotFoundError", "FloatingPointError",
    "FutureWarning", "GeneratorExit", "IOError", "ImportError", "ImportWarning", "IndentationError", "IndexError",
    "InterruptedError", "IsADirectoryError", "KeyError", "KeyboardInterrupt", "LookupError", "MemoryError",
    "ModuleNotFoundError", "NameError", "NotADirectoryError", "NotImplemented", "NotImplementedError", "OSError",
    "OverflowError", "PendingDeprecationWarning", "PermissionError", "ProcessLookupError", "PythonFinalizationError",
    "RecursionError", "ReferenceError", "ResourceWarning", "RuntimeError", "RuntimeWarning", "StopAsyncIteration",
    "StopIteration", "SyntaxError", "SyntaxWarning", "SystemError", "SystemExit", "TabError", "TimeoutError", "TypeError",
    "UnboundLocalError", "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError", "UnicodeTranslateError",
    "UnicodeWarning", "UserWarning", "ValueError", "Warning", "WindowsError", "ZeroDivisionError", "abs", "aiter", "all",
    "anext", "any", "ascii", "bin", "bool", "breakpoint", "bytearray", "bytes", "callable", "chr", "classmethod", "compile",
    "complex", "copyright", "credits", "delattr", "dict", "dir", "divmod", "enumerate", "eval", "exec", "exit", "filter",
    "float", "format", "frozenset", "getattr", "globals", "hasattr", "hash", "help", "hex", "id", "input", "int",
    "isinstance", "issubclass", "iter", "len", "license", "list", "locals", "map", "max", "memoryview", "min", "next",
    "object", "oct", "open", "ord", "pow", "print", "property", "quit", "range", "repr", "reveal_locals", "reveal_type",
    "reversed", "round", "set", "setattr", "slice", "sorted", "staticmethod", "str", "sum", "super", "tuple", "type",
    "vars", "zip", NULL};

/* If the name "_" is taken, the next name is "_2" and not "__". In a class, Python changes a name that begins with two
 * underscores. */
static bool is_underscore(const char *name) { return strcmp(name, "_") == 0; }

static const char *numbered(const char *name, uintptr_t number) {
  char digits[24];
  snprintf(digits, sizeof digits, is_underscore(name) ? "%lu" : "_%lu", (unsigned long)number);
  return memory_join(name, digits, NULL);
}

bool names_has(const names *it, const char *name) {
  for (size_t i = 0; it->words && it->words[i]; i++) {
    if (strcmp(it->words[i], name) == 0) return true;
  }
  return map_has(&it->taken, name) || (it->others && map_has(it->others, name));
}

void names_add(names *it, const char *name) {
  if (!map_has(&it->taken, name)) map_put(&it->taken, name, NULL);
}

void names_add_all(names *it, const char *const *all) {
  for (; *all; all++) names_add(it, *all);
}

/* In the map `taken`, the value of a name is the number of times that the name was claimed. */
const char *names_claim(names *it, const char *name, const char *const *suffixes) {
  const char *wanted = name;
  uintptr_t asked = (uintptr_t)map_get(&it->taken, name);
  for (;; asked++) {
    if (asked == 1 && is_underscore(name)) asked++;
    if (asked == 1) wanted = memory_join(name, "_", NULL);
    if (asked > 1) wanted = numbered(name, asked);
    bool taken = names_has(it, wanted);
    for (size_t i = 0; suffixes && suffixes[i]; i++) taken |= names_has(it, memory_join(wanted, suffixes[i], NULL));
    if (!taken) break;
  }
  names_add(it, wanted);
  for (size_t i = 0; suffixes && suffixes[i]; i++) names_add(it, memory_join(wanted, suffixes[i], NULL));
  map_put(&it->taken, name, (void *)(asked + 1));
  return wanted;
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
