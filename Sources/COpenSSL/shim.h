// Imports libcrypto's digests and random bytes, for signing and for plugins.
#pragma once
// Keeps our file names out of OpenSSL's macros, because the folder differs from machine to machine.
#define OPENSSL_NO_FILENAMES
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
