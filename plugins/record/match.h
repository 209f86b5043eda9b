/* Finds the entry of a cassette that answers a request. */
#ifndef MOYA_RECORD_MATCH_H
#define MOYA_RECORD_MATCH_H

#include "har.h"

#include <stdatomic.h>
#include <stdint.h>

typedef enum match_kind {
  MATCH_STRICT,  /* method, URL (in one spelling), body and the fields of match_fields are equal; each entry is played once */
  MATCH_ORDERED, /* the same, and requests come in the order of the cassette */
  MATCH_LENIENT  /* method and URL are equal, parameters in any order; after each entry was played once, the last one is
                  * played again and again */
} match_kind;

/* The parts of a request that the matcher compares with the same parts of a recorded request. The word "redacted"
 * replaces the secrets of both requests. So a request with a secret matches the entry that was stored without the
 * secret. */
typedef struct match_key {
  uint64_t hash; /* of what a lenient match compares */
  bytes method, url, body;
  bytes spelled_url, sorted_url; /* the URL in one spelling; sorted_url has the parameters in alphabetical order */
  bytes spelled_body;            /* a form in one spelling; empty if the body is no form */
  bool is_as_sent;   /* of a request: the caller takes the body without decoding */
  bool is_encoded;   /* of an entry: the body of the response is still encoded, so only such a request may get it */
  bool knows_body; /* the plugin can read the body; otherwise bodies are not compared */
  fields fields;   /* the fields that the option match_fields names */
} match_key;

/* The entries of a cassette. The matcher notes which entries have answered a request (`played`). Several threads may
 * search at the same time without a lock, also in a forked child. */
typedef struct matcher {
  match_kind kind;
  const har *cassette;
  const scrub_rules *rules;
  match_key *keys;
  size_t *order;  /* the indexes of the entries. Entries whose keys have the same hash are next to each other: a group */
  atomic_bool *played;
  atomic_size_t *past; /* for the place in `order` at which a group begins: how many of its first entries were played */
  atomic_size_t next; /* the index of the entry that an ordered match plays next */
} matcher;

/* Prepares a search in `cassette`: makes the match_key of each entry. Returns false if there is no memory. The caller
 * must free the matcher in both cases. */
bool matcher_make(matcher *it, match_kind kind, const har *cassette, const scrub_rules *rules);
void matcher_free(matcher *it);

/* Fills `it`, which must be all zeroes, with the parts of a request. For `repeats`, see clean_request. Returns false if
 * there is no memory. The caller must free `it` in both cases. */
bool match_key_make(match_key *it, const scrub_rules *rules, const entry *request, bool repeats);
void match_key_free(match_key *it);

/* Returns the entry that answers a request, and notes that this entry is used up. Returns NULL if there is none. */
const entry *matcher_play(matcher *it, const match_key *key);
/* Returns the second part of a sentence: why no entry answers the request. */
const char *matcher_reason(const matcher *it, const match_key *key);
/* Sets `stays` to false for each entry that has the method and the URL of `key`. The order of the parameters does not
 * matter. */
void matcher_replace(const matcher *it, const match_key *key, bool *stays);

#endif
