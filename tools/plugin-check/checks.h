/* The tests. Each runs in a process of its own, and judges one or several rows (rows.h). */
#ifndef CHECKS_H
#define CHECKS_H

#include <moya/plugin.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct check {
  const char *name;
  const char *rows;  /* the names of rows, with spaces between them. If the process dies, the row that about_to named
                      * has failed. If about_to named no row, the first row has failed */
  const char *needs; /* rows that must not have failed before, in addition to the rows that `rows` need */
  void (*run)(void);
  bool takes_all; /* each finding fails the test's own row. If this is false, it fails the row that it names */
} check;

extern const check checks[];
extern const size_t check_count;

/* What the user has asked for. */
typedef struct request {
  const char *path, *id;
  const char *configs[16];
  int config_count, config; /* the number of configs, and the index of the config of this process; -1: none */
  const char *test;
  bool json, in_process, list;
  uint64_t seed;
  int time_limit; /* seconds */
  int report;     /* a descriptor for the findings; -1: none */
  const char *word; /* the value that the tests give to options that are texts. A plugin may use it as a path, so it
                     * is a name that no file in the user's folder has */
} request;
extern request asked;

/* Opens the module through the library, and finds its plugin. */
const moya_module *open_module(void);
void use_plugin(void);
/* Opens the module with dlopen, without the library, and returns its entry function. */
moya_plugin_entry_fn open_entry(void);

void check_file(void);      /* file_check.c */
void check_symbols(void);
void check_same_table(void); /* entry_check.c */
void check_declines(void);
void check_newer_host(void);
void check_tables(void);
void check_extension(void);
void check_create(void);     /* life_check.c */
void check_create_fails(void);
void check_two_instances(void);
void check_close(void);
void check_exit(void);
void check_fork(void);
void check_options(void);    /* options_check.c */
void check_good_values(void);
void check_schema(void);
void check_secrets(void);
void check_blocking(void);   /* calls_check.c */
void check_calls(void);
void check_many_calls(void);
void check_network(void);
void check_requests(void);   /* requests_check.c */
void check_overlap(void);    /* overlap_check.c */
void check_responses(void);  /* responses_check.c */
void check_texts(void);      /* texts_check.c */
void check_ends(void);       /* ends_check.c */
void check_destroy_with_calls(void);
void check_leaks(void);      /* leaks_check.c */
void check_body(void);       /* body_check.c */
void check_fuzz(void);       /* fuzz_check.c */

#endif
