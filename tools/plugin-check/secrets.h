/* The values of secret options. Texts that leave the plugin must not have them. */
#ifndef SECRETS_H
#define SECRETS_H

#include <stdbool.h>
#include <stddef.h>

/* The value that secret options get. */
#define CANARY "canary-9f2c61d7e4"

/* Another value, for a user's own config. The text must stay valid. */
void secrets_add(const char *value);

/* Reports a secret in the text, also one in hexadecimal, in base64 or backwards. */
void secrets_search(const char *text, const char *where);

/* The same search without a report. */
bool secrets_has(const char *text, size_t len);

#endif
