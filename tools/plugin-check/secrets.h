/* Searches the texts that leave the plugin for the values of secret options. The texts must not contain these
 * values. */
#ifndef SECRETS_H
#define SECRETS_H

#include <stdbool.h>
#include <stddef.h>

/* The value that the checker gives to secret options. */
#define CANARY "canary-9f2c61d7e4"

/* Adds a secret of the user's own config to the values that are searched for. The text must stay valid. */
void secrets_add(const char *value);

/* Reports a text that contains a secret, and the hook that runs on this thread. Also finds a secret that is written in
 * hexadecimal, in base64 or backwards. */
void secrets_search(const char *text, const char *where);

/* Returns true if the text contains a secret. Reports nothing. */
bool secrets_has(const char *text, size_t len);

#endif
