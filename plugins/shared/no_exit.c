/* OpenSSL asks for a function to run at exit. It would free what the thread of a store may still use, so this module
 * registers none. A module stays in its process until the end. */

__attribute__((visibility("hidden"))) int atexit(void (*run)(void));

int atexit(void (*run)(void)) {
  (void)run;
  return 0;
}
