// libcrypto's digests, for signing parameters. Part of the Swift product only: the C library does not need it.
#pragma once
#include <openssl/evp.h>
#include <openssl/hmac.h>
