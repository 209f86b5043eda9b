/* OpenSSL registers a function that runs when the process exits. This function would free memory that the thread of a
 * store may still use, so the module does not let OpenSSL register it. A module stays in its process until the end. */

__attribute__((visibility("hidden"))) int atexit(void (*run)(void));

int atexit(void (*run)(void)) {
  (void)run;
  return 0;
}
