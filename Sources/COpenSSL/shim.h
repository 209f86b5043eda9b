// libcrypto's digests, for signing parameters.
#pragma once
#include <openssl/evp.h>
#include <openssl/hmac.h>
