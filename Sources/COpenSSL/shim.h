// Imports libcrypto's digests and random bytes, for signing and for plugins.
#pragma once
// Keeps the paths of our files out of OpenSSL's macros, so that the built library does not depend
// on the folder in which it was built.
#define OPENSSL_NO_FILENAMES
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
