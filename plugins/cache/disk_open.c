/* Opens the SQLite file of a store. */
#define _GNU_SOURCE

#include "disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  APPLICATION = 0x6d6f7963, /* the number of our files (PRAGMA application_id) */
  VERSION = 2,              /* the version of the tables */
  PATIENCE_MS = 5000        /* how long to wait for another process */
};

static const char schema[] =
    "CREATE TABLE secret (value BLOB NOT NULL);"
    "CREATE TABLE response (id INTEGER PRIMARY KEY, url BLOB NOT NULL, chosen BLOB NOT NULL, vary TEXT NOT NULL,"
    " status INTEGER NOT NULL, asked INTEGER NOT NULL, received INTEGER NOT NULL, used INTEGER NOT NULL,"
    " head BLOB NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL, UNIQUE (url, chosen));"
    "CREATE INDEX by_use ON response (used);"
    /* When URLs became invalid. No process may store a response whose request began before this time. */
    "CREATE TABLE removed (url BLOB PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;";

static const char damaged[] = "it is damaged; delete it";

/* Returns why SQLite could not do something. Does not use SQLite's message about damaged tables, because this message
 * can contain bytes of the file. */
static const char *problem_of(const disk *it) {
  int code = sqlite3_errcode(it->file) & 0xff;
  return code == SQLITE_CORRUPT || code == SQLITE_ERROR ? damaged : sqlite3_errmsg(it->file);
}

/* Stores the number that a query of the file returns. Returns false if it fails. */
static bool number(disk *it, const char *text, int64_t *found) {
  sqlite3_stmt *query = NULL;
  bool is_found = sqlite3_prepare_v2(it->file, text, -1, &query, NULL) == SQLITE_OK && sqlite3_step(query) == SQLITE_ROW;
  if (is_found) *found = sqlite3_column_int64(query, 0);
  sqlite3_finalize(query);
  return is_found;
}

static bool execute(disk *it, const char *text) { return sqlite3_exec(it->file, text, NULL, NULL, NULL) == SQLITE_OK; }

/* Makes the tables of an empty file. Returns NULL, or why this is not possible. */
static const char *make_tables(disk *it) {
  char numbers[100];
  sqlite3_stmt *query = NULL;
  if (!it->tools.random(it->tools.user, it->secret, SECRET)) return "there are no random bytes for it";
  snprintf(numbers, sizeof numbers, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION, VERSION);
  if (!execute(it, schema) || !execute(it, numbers)) return problem_of(it);
  bool is_done = sqlite3_prepare_v2(it->file, "INSERT INTO secret VALUES (?1)", -1, &query, NULL) == SQLITE_OK &&
                 sqlite3_bind_blob(query, 1, it->secret, SECRET, SQLITE_STATIC) == SQLITE_OK &&
                 sqlite3_step(query) == SQLITE_DONE;
  sqlite3_finalize(query);
  return is_done ? NULL : problem_of(it);
}

/* Reads the secret. Returns NULL, or why this is not possible. If the query succeeds, but does not return a secret, the
 * file is damaged. If the query fails, for example for lack of memory, the file may be sound. */
static const char *read_secret(disk *it) {
  sqlite3_stmt *query = NULL;
  int code = sqlite3_prepare_v2(it->file, "SELECT value FROM secret", -1, &query, NULL);
  if (code == SQLITE_OK) code = sqlite3_step(query);
  bool is_read = code == SQLITE_ROW && sqlite3_column_bytes(query, 0) == SECRET;
  if (is_read) memcpy(it->secret, sqlite3_column_blob(query, 0), SECRET);
  sqlite3_finalize(query);
  if (is_read) return NULL;
  return code == SQLITE_ROW || code == SQLITE_DONE ? damaged : problem_of(it);
}

/* Reads SQLite's application_id, which names the program that made the file, and whether the file is still empty.
 * Returns NULL, or why this is not possible. */
static const char *inspect(disk *it, int64_t *application, bool *is_empty) {
  int64_t tables = 0;
  *application = 0;
  *is_empty = false;
  if (!number(it, "PRAGMA application_id", application)) return problem_of(it);
  if (!number(it, "SELECT count(*) FROM sqlite_master", &tables)) return problem_of(it);
  *is_empty = *application == 0 && tables == 0;
  return NULL;
}

/* Returns why the file must not be changed. Returns NULL if the file is empty, or if this module has made the file. */
static const char *refusal(disk *it) {
  int64_t application;
  bool is_empty;
  const char *problem = inspect(it, &application, &is_empty);
  if (problem || application == APPLICATION || is_empty) return problem;
  return "it is a database of another program";
}

/* Opens the tables in one transaction, because another process may make them at the same time. Returns NULL, or why
 * this is not possible. */
static const char *open_tables(disk *it) {
  int64_t application, version = 0;
  bool is_empty;
  if (!execute(it, "BEGIN IMMEDIATE")) return problem_of(it);
  const char *problem = inspect(it, &application, &is_empty);
  if (problem) return problem;
  if (is_empty) {
    problem = make_tables(it);
  } else if (!number(it, "PRAGMA user_version", &version)) {
    problem = problem_of(it);
  } else if (version != VERSION) {
    problem = "another version of this plugin wrote it; delete it";
  } else {
    problem = read_secret(it);
  }
  if (!problem && !execute(it, "COMMIT")) problem = problem_of(it);
  for (int i = 0; i < QUERIES && !problem; i++) {
    if (sqlite3_prepare_v3(it->file, disk_queries[i], -1, SQLITE_PREPARE_PERSISTENT, &it->queries[i], NULL) !=
        SQLITE_OK)
      problem = problem_of(it);
  }
  return problem;
}

/* Makes the file that a symbolic link names. */
static const char *make_linked_file(const char *path) {
  int number = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (number < 0) return strerror(errno);
  close(number);
  return NULL;
}

/* Makes the file if it does not exist. Only its owner can read it and write to it. SQLite gives the same permissions to
 * the files that it makes next to it. A file that exists is not opened here, because close(2) would drop the locks that
 * SQLite has on it for another provider of this process. */
static const char *make_file(const char *path) {
  struct stat facts;
  if (mknod(path, S_IFREG | 0600, 0) == 0) return NULL;
  if (errno != EEXIST) return strerror(errno);
  if (stat(path, &facts) != 0) return errno == ENOENT ? make_linked_file(path) : strerror(errno);
  if (S_ISDIR(facts.st_mode)) return strerror(EISDIR);
  return faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0 ? NULL : strerror(errno);
}

/* Turns the write-ahead log on. If another process does this at the same time, SQLite returns an error at once instead
 * of waiting, so this function waits and tries again. */
static bool use_journal(disk *it) {
  for (int waited = 0; !execute(it, "PRAGMA journal_mode = WAL"); waited += 10) {
    if (sqlite3_errcode(it->file) != SQLITE_BUSY || waited >= PATIENCE_MS) return false;
    sqlite3_sleep(10);
  }
  return execute(it, "PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304; PRAGMA trusted_schema = OFF");
}

const char *disk_open(disk *it, const char *path) {
  const char *problem = make_file(path);
  if (problem) return problem;
  disk_keep_limit();
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &it->file, flags, NULL) != SQLITE_OK)
    return it->file ? sqlite3_errmsg(it->file) : "no memory";
  sqlite3_busy_timeout(it->file, PATIENCE_MS);
  problem = refusal(it);
  if (problem) return problem;
  return use_journal(it) ? open_tables(it) : problem_of(it);
}

void disk_close(disk *it) {
  for (int i = 0; i < QUERIES; i++) sqlite3_finalize(it->queries[i]);
  sqlite3_close(it->file);
}
