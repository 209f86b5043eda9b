// libcrypto's digests, for signing parameters.
#pragma once
// OpenSSL's macros name no file of ours: its folder differs from machine to machine.
#define OPENSSL_NO_FILENAMES
#include <openssl/evp.h>
#include <openssl/hmac.h>
