/* Tests hashes and random bytes for plugins ("moya.digest/1"). */
#include "plugin_calls.h"

#include <moya/plugin/digest.h>

static const moya_digest *digest;
static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  (void)self, (void)instance;
  digest = host->get_extension(MOYA_DIGEST);
  return digest && digest->size >= sizeof *digest ? MOYA_OK : MOYA_ERROR_PLUGIN_ABI;
}
static const moya_plugin hashing = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.hashing", .version = "1", .create = create};

static const char *hex(const uint8_t *bytes, size_t len) {
  static char text[2 * MOYA_MOST_HASH + 1];
  *text = 0;
  for (size_t i = 0; i < len; i++) sprintf(text + 2 * i, "%02x", bytes[i]);
  return text;
}

/* Hashes the texts of RFC 1321 A.5, and the examples of FIPS 180-4. */
static void hashes(void) {
  static const struct {
    moya_hash kind;
    const char *data, *sum;
  } rows[] = {
      {MOYA_HASH_MD5, "", "d41d8cd98f00b204e9800998ecf8427e"},
      {MOYA_HASH_MD5, "abc", "900150983cd24fb0d6963f7d28e17f72"},
      {MOYA_HASH_SHA1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"},
      {MOYA_HASH_SHA256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {MOYA_HASH_SHA256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {MOYA_HASH_SHA512, "abc",
       "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2"
       "a9ac94fa54ca49f"},
  };
  for (size_t row = 0; row < COUNT(rows); row++) {
    uint8_t sum[MOYA_MOST_HASH];
    size_t len = digest->hash(rows[row].kind, rows[row].data, strlen(rows[row].data), sum);
    EXPECT(strcmp(hex(sum, len), rows[row].sum) == 0, "%d of \"%s\": %s", rows[row].kind, rows[row].data, hex(sum, len));
  }
}

/* Computes test case 2 of RFC 2202 and RFC 4231. */
static void keyed_hashes(void) {
  static const char key[] = "Jefe", data[] = "what do ya want for nothing?";
  static const struct {
    moya_hash kind;
    const char *sum;
  } rows[] = {
      {MOYA_HASH_MD5, "750c783e6ab0b503eaa86e310a5db738"},
      {MOYA_HASH_SHA1, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"},
      {MOYA_HASH_SHA256, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
      {MOYA_HASH_SHA512,
       "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b6"
       "36e070a38bce737"},
  };
  for (size_t row = 0; row < COUNT(rows); row++) {
    uint8_t sum[MOYA_MOST_HASH];
    size_t len = digest->hmac(rows[row].kind, key, sizeof key - 1, data, sizeof data - 1, sum);
    EXPECT(strcmp(hex(sum, len), rows[row].sum) == 0, "%d: %s", rows[row].kind, hex(sum, len));
  }
  /* A key may be empty. */
  uint8_t sum[MOYA_MOST_HASH], again[MOYA_MOST_HASH];
  EXPECT(digest->hmac(MOYA_HASH_SHA256, NULL, 0, "", 0, sum) == 32);
  EXPECT(strcmp(hex(sum, 32), "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad") == 0, "%s", hex(sum, 32));
  EXPECT(digest->hmac(MOYA_HASH_SHA256, "", 0, NULL, 0, again) == 32 && memcmp(sum, again, 32) == 0);
}

static void refused(void) {
  uint8_t sum[MOYA_MOST_HASH] = {7};
  static const moya_hash unknown[] = {0, 5, -1, 255};
  for (size_t row = 0; row < COUNT(unknown); row++) {
    EXPECT(digest->hash(unknown[row], "a", 1, sum) == 0 && digest->hmac(unknown[row], "k", 1, "a", 1, sum) == 0);
  }
  EXPECT(digest->hash(MOYA_HASH_SHA256, NULL, 1, sum) == 0);
  EXPECT(digest->hash(MOYA_HASH_SHA256, "a", 1, NULL) == 0);
  EXPECT(digest->hmac(MOYA_HASH_SHA256, NULL, 1, "a", 1, sum) == 0);
  EXPECT(digest->hmac(MOYA_HASH_SHA256, "k", 1, NULL, 1, sum) == 0);
  EXPECT(*sum == 7);
}

static void random_bytes(void) {
  uint8_t first[64] = {0}, second[64] = {0}, none = 9;
  EXPECT(digest->random(first, sizeof first) == 1 && digest->random(second, sizeof second) == 1);
  EXPECT(memcmp(first, second, sizeof first) != 0);
  EXPECT(digest->random(&none, 0) == 1 && none == 9);
  EXPECT(digest->random(NULL, 8) == 0);
}

int main(void) {
  moya_provider *provider = new_provider(NULL);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &hashing, NULL, NULL), MOYA_OK);
  if (!digest) return verdict();
  TEST("hashes are those of their standards", hashes);
  TEST("keyed hashes are those of RFC 2202 and RFC 4231", keyed_hashes);
  TEST("unknown functions and missing bytes give 0 and write nothing", refused);
  TEST("random bytes differ", random_bytes);
  moya_provider_destroy(provider);
  return verdict();
}
