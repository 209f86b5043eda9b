#define _DEFAULT_SOURCE /* explicit_bzero */
#include "credentials.h"
#include "../common/slice.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *variable(const char *name) {
  const char *value = getenv(name);
  return value ? value : "";
}

bool is_visible(const char *text) {
  for (; *text; text++) {
    if (*text <= ' ' || *text > '~') return false;
  }
  return true;
}

static void wipe(bytes *it) {
  if (it->data) explicit_bzero(it->data, it->room);
  bytes_free(it);
}

void credentials_free(credentials *it) {
  wipe(&it->key_id);
  wipe(&it->secret);
  wipe(&it->token);
}

static bool refuse(bytes *reason, const char *what, const char *where, const char *why) {
  bytes_add_texts(reason, what, where, why, NULL);
  return false;
}

/* Returns true if the credentials are complete and a signature can contain them. Otherwise writes the reason, in which
 * `where` says where the credentials come from. */
static bool check(const credentials *it, const char *where, bytes *reason) {
  const bytes *parts[] = {&it->key_id, &it->secret, &it->token};
  static const char *const names[] = {"the key id", "the secret", "the session token"};
  for (int i = 0; i < 3; i++) {
    if (i < 2 && parts[i]->len == 0) return refuse(reason, names[i], where, " is missing");
    if (!is_visible(bytes_text(parts[i]))) return refuse(reason, names[i], where, " has a space or a control character");
  }
  return !strchr(bytes_text(&it->key_id), '/') || refuse(reason, names[0], where, " has a slash");
}

static bool take(credentials *out, const char *key_id, const char *secret, const char *token, const char *where,
                 bytes *reason) {
  bool is_good = bytes_add_text(&out->key_id, key_id) && bytes_add_text(&out->secret, secret) &&
                 bytes_add_text(&out->token, token);
  return is_good ? check(out, where, reason) : refuse(reason, "there is no memory", "", "");
}

/* ── The file ── */

static bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n'; }

/* Removes blanks at both ends. */
static char *trim(char *text) {
  while (is_blank(*text)) text++;
  char *end = text + strlen(text);
  while (end > text && is_blank(end[-1])) *--end = 0;
  return text;
}

/* Returns the text between the brackets of "[name]", or NULL. */
static char *section_of(char *line) {
  char *end = line[0] == '[' ? strchr(line, ']') : NULL;
  if (!end) return NULL;
  *end = 0;
  return trim(line + 1);
}

static bytes *part_of(credentials *it, const char *name) {
  if (is_same_name(name, "aws_access_key_id")) return &it->key_id;
  if (is_same_name(name, "aws_secret_access_key")) return &it->secret;
  return is_same_name(name, "aws_session_token") ? &it->token : NULL;
}

/* Reads "name = value" or "name: value" of the profile. The case of the name does not matter. */
static bool read_line(credentials *out, char *line) {
  char *equals = line + strcspn(line, "=:");
  if (!*equals) return true;
  *equals = 0;
  bytes *part = part_of(out, trim(line));
  if (!part) return true;
  part->len = 0; /* the last line counts */
  return bytes_add_text(part, trim(equals + 1));
}

bool credentials_read(credentials *out, const char *path, const char *profile, bytes *reason) {
  FILE *file = fopen(path, "re");
  if (!file) {
    bytes_add_texts(reason, "the credentials file ", path, " cannot be read: ", strerror(errno), NULL);
    return false;
  }
  char *line = NULL;
  size_t room = 0;
  ptrdiff_t indent = PTRDIFF_MAX; /* of the last line with a name; a line with a larger indent continues the value */
  bool is_here = false, is_found = false, is_good = true;
  while (is_good && getline(&line, &room, file) >= 0) {
    char *text = trim(line), *section = section_of(text);
    if (section) {
      is_here = strcmp(section, profile) == 0;
      is_found |= is_here;
      indent = PTRDIFF_MAX;
    } else if (is_here && *text && *text != '#' && *text != ';' && text - line <= indent) {
      indent = text - line;
      is_good = read_line(out, text);
    }
  }
  bool is_read = !ferror(file);
  if (line) explicit_bzero(line, room);
  free(line);
  fclose(file);
  bytes where = {0};
  if (!is_good || !bytes_add_texts(&where, " of the profile ", profile, " in ", path, NULL)) {
    is_good = refuse(reason, "there is no memory", "", "");
  } else if (!is_read) {
    is_good = refuse(reason, "the credentials file ", path, " cannot be read");
  } else if (!is_found) {
    bytes_add_texts(reason, "the credentials file ", path, " has no profile ", profile, NULL);
    is_good = false;
  } else {
    is_good = check(out, bytes_text(&where), reason);
  }
  bytes_free(&where);
  return is_good;
}

/* ── The order ── */

/* Makes the path of the file: the path from the option, from the environment, or the usual path. A ~ at the beginning
 * stands for the user's folder. */
static bool path_of(bytes *path, const char *option) {
  const char *set = *option ? option : variable("AWS_SHARED_CREDENTIALS_FILE");
  if (!*set) set = "~/.aws/credentials";
  if (strncmp(set, "~/", 2) != 0) return bytes_add_text(path, set);
  return bytes_add_texts(path, variable("HOME"), set + 1, NULL);
}

bool credentials_find(credentials *out, const credential_options *options, bytes *reason) {
  bool has_option = *options->key_id || *options->secret || *options->token, names_file = *options->profile || *options->file;
  if (has_option && names_file) {
    return refuse(reason, "key_id, secret and session_token are not for use with profile and credentials_file", "", "");
  }
  if (has_option) return take(out, options->key_id, options->secret, options->token, " (an option)", reason);
  const char *key_id = variable("AWS_ACCESS_KEY_ID"), *secret = variable("AWS_SECRET_ACCESS_KEY");
  if (!names_file && (*key_id || *secret)) {
    return take(out, key_id, secret, variable("AWS_SESSION_TOKEN"), " in the environment", reason);
  }
  const char *profile = *options->profile ? options->profile : variable("AWS_PROFILE");
  bytes path = {0};
  bool is_good = path_of(&path, options->file) ? credentials_read(out, bytes_text(&path), *profile ? profile : "default", reason)
                                               : refuse(reason, "there is no memory", "", "");
  if (!is_good && !names_file) {
    bytes_add_text(reason, ". Set key_id and secret, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile");
  }
  bytes_free(&path);
  return is_good;
}
